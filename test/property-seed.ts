import fc from 'fast-check';

/** The seed of all runs that must tell the same of the same code. */
const CI_SEED = 1;

/**
 * Property tests draw other examples on each run of a developer, and always the same ones where `CI` is set: what fails
 * there fails by the change that is checked. `FAST_CHECK_SEED` repeats a run.
 */
const named = process.env.FAST_CHECK_SEED;
const seed = named !== undefined ? Number(named) : process.env.CI ? CI_SEED : undefined;
if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
