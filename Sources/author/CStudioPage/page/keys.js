// Keys that work everywhere on the page, and the page that lists them.

import { dialog, h } from './dom.js';
import { redo, undo } from './editing.js';
import { moment, nowMs, page, setMoment, setPage } from './state.js';
import { hour, minute } from './time.js';

const modes = ['automatic', 'day', 'alwaysOn', 'night'];

const commands = [
  ['Space', 'Play or pause'],
  ['← →', 'A minute back or on; with Shift an hour'],
  ['Alt + ← →', 'The previous or next mark of the timeline'],
  ['N', 'Now'],
  ['M', 'The next mode: by light, day, always-on, night'],
  ['[ ]', 'Less or more light'],
  ['E', 'Light over time'],
  ['A', 'Arrange the widgets, or look at the panel'],
  ['T', 'Touch the panel, or edit it'],
  ['D', 'Damage over the frame'],
  ['B', 'Layout boxes over the frame'],
  ['H', 'How often each part of e-paper is driven'],
  ['G', 'The gallery'],
  ['Ctrl + Z, Ctrl + Shift + Z', 'Undo, redo'],
  ['?', 'These keys'],
];

/** Lists the keys. */
export function showKeys() {
  dialog('Keys', h('dl', { class: 'keys' }, commands.map(([key, text]) => [h('dt', {}, h('kbd', {}, key)), h('dd', {}, text)])));
}

/** @param tools what other parts offer: `mark(direction)`, `light(factor)`, `gallery()`, `play()`, `touch()`, `evening()`. */
export function listen(tools) {
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target.closest('input:not([type=checkbox]):not([type=range]), textarea, select, dialog');
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && event.key.toLowerCase() === 'z' && !isTyping && page.rights.edit) {
      event.preventDefault();
      (event.shiftKey ? redo : undo)(page.board);
      return;
    }
    if (isTyping || isCommand || event.defaultPrevented) return;
    const isControl = event.target.closest('button, [role=slider], [role=radio], a, input');
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (step && !isControl) {
      event.preventDefault();
      if (event.altKey) tools.mark(step);
      else setMoment({ atMs: nowMs() + step * (event.shiftKey ? hour : minute), isPlaying: false });
      return;
    }
    const run = {
      ' ': () => !isControl && tools.play(), n: () => setMoment({ atMs: null, isPlaying: false }),
      m: () => setMoment({ mode: modes[(modes.indexOf(moment.mode) + 1) % modes.length] }),
      '[': () => tools.light(1 / 1.25), ']': () => tools.light(1.25),
      a: () => page.rights.edit && setPage({ task: page.task === 'arrange' ? 'look' : 'arrange' }),
      d: () => setPage({ showsDamage: !page.showsDamage }), b: () => setPage({ showsBoxes: !page.showsBoxes }),
      h: () => setPage({ showsHeat: !page.showsHeat }),
      t: () => tools.touch(), e: () => tools.evening(), g: () => tools.gallery(), '?': showKeys,
    }[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!run || event.altKey) return;
    if (event.key !== ' ' || !isControl) event.preventDefault();
    run();
  });
}
