export { type Environment, type Substitution, substitute } from '../domain/environment.ts';
