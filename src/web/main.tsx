import { effect } from '@preact/signals';
import { render } from 'preact';
import { App, askWho, namePage } from './app.tsx';
import { worded } from './language.ts';
import { NotLoaded } from './parts/not-loaded.tsx';
import { showDirectionMarks } from './visible-text.ts';
import { common } from './words.ts';
import './style/index.css';

showDirectionMarks();
const root = document.getElementById('app')!;
// Neither waits for the other.
void askWho();
worded([common]).then(
  () => {
    effect(namePage);
    render(<App />, root);
  },
  () =>
    render(
      <main class="sign-in">
        <NotLoaded />
      </main>,
      root,
    ),
);
