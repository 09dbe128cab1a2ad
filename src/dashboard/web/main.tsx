import { render } from 'preact';
import { App } from './app.tsx';
import './style/index.css';

render(<App />, document.getElementById('app')!);
