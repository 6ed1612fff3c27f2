// A panel that runs on the machine of the studio: what it shows, how late that is, and its mode.

import * as api from './api.js';
import { fill, h, segments, toast } from './dom.js';
import { board, page } from './state.js';
import { clock, full, relative } from './time.js';

const modes = [['automatic', 'By light'], ['day', 'Day'], ['alwaysOn', 'Always-on'], ['night', 'Night']];
const names = { day: 'Day', alwaysOn: 'Always-on', night: 'Night' };
let shown = null, timer = null;

/** Draws the tab into an element, and again each second for as long as `isOpen` holds. */
export async function drawRunning(element, isOpen) {
  clearTimeout(timer);
  const id = page.board;
  try {
    const found = await api.get(`boards/${id}/panel`);
    if (!isOpen() || page.board !== id) return;
    if (found?.isRunning) await draw(element, id, found.panel);
    else if (found) fill(element, h('p', { class: 'empty' }, 'No panel of this board runs here. ', h('code', {}, `afterglow run ${board().folder} --virtual`), ' starts one that is shown in a file.'));
  } catch (error) {
    if (isOpen()) fill(element, h('p', { class: 'empty' }, error.message));
  }
  timer = setTimeout(() => isOpen() && drawRunning(element, isOpen), 1000);
}

async function draw(element, id, panel) {
  const { zone } = board();
  const fact = (name, value) => value && [h('dt', {}, name), h('dd', {}, value)];
  let picture = null;
  if (panel.hasPicture) {
    try { picture = await api.picture(`boards/${id}/panel.png`); } catch { /* It is being written, or has ended. */ }
  }
  if (shown) URL.revokeObjectURL(shown);
  shown = picture;
  const at = panel.shown && Date.parse(panel.shown);
  fill(element,
    picture && h('img', { class: 'running', src: picture, alt: 'What is on the panel now' }),
    page.rights.commands && override(id),
    h('dl', { class: 'facts' },
      fact('Shows', at && full(at, zone)),
      fact('Lag', panel.lagMs !== undefined && `${panel.lagMs} ms after its instant`),
      fact('Mode', panel.mode && `${names[panel.mode]}${panel.reason ? `, ${panel.reason}` : ''}`),
      fact('Next change', panel.next ? relative(Date.parse(panel.next)) : 'none that is known'),
      fact('Display', panel.display), fact('Dimmed by', panel.dimming)),
    h('section', {}, h('h3', {}, 'Log'), panel.log.length
      ? h('ol', { class: 'news' }, panel.log.toReversed().map((line) => h('li', {}, h('time', { datetime: line.at }, clock(Date.parse(line.at), zone, true)), ' ', line.text)))
      : h('p', { class: 'note' }, 'Nothing has happened since this page listens.')));
}

let asked = null;

/** The mode that the panel is asked for; what it has been asked for elsewhere it does not say. */
function override(id) {
  const group = segments('Mode of the running panel', modes, asked, async (mode) => {
    try {
      await api.post(`boards/${id}/override`, { mode });
      asked = mode;
      for (const button of group.children) button.setAttribute('aria-checked', String(button.dataset.value === mode));
    } catch (error) { toast(error.message); }
  });
  for (const button of group.children) button.dataset.key = `panel-${button.dataset.value}`;
  return group;
}
