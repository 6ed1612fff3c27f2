// Starts the page: asks what there is, makes its parts, and follows what changes.

import * as api from './api.js';
import { Dock } from './dock.js';
import { check, dialog, h, iconButton, segments, toast } from './dom.js';
import { isEditing, redo, undo } from './editing.js';
import { openGallery } from './gallery.js';
import { setHand } from './hand.js';
import { Inspector } from './inspector.js';
import { listen, showKeys } from './keys.js';
import { cssPixelsAMm, Panel, setCssPixelsAMm } from './panel.js';
import { first, room } from './picture.js';
import { load } from './scenes.js';
import { changed, nowMs, on, page, setMoment, setPage } from './state.js';

const stage = document.getElementById('stage');
const panels = new Map();
let dock = null;
let isFirst = true;

async function start() {
  const found = await api.beginning;
  if (found instanceof Error) return [401, 403, 429].includes(found.status) ? askForToken(found) : fail(found);
  api.onRefused(askForToken);
  Object.assign(page, found);
  page.board = page.boards[0]?.id ?? null;
  page.shown = page.shown.length ? page.shown : page.boards.slice(0, 1).map(({ id }) => id);
  document.body.classList.toggle('is-read-only', !page.rights.edit);
  makeBar();
  makePanels();
  const inspector = new Inspector(document.getElementById('inspector'));
  dock = new Dock(document.getElementById('dock'));
  listen({ mark: (direction) => dock.timeline.mark(direction), light: (factor) => dock.light.multiply(factor), gallery: () => page.rights.edit && openGallery(), play: () => dock.toggle(), touch: () => setHand(page.hand === 'touch' ? 'edit' : 'touch'), evening: () => dock.evening.show(dock.evening.element.hidden) });
  inspector.element.addEventListener('flash', () => panels.get(page.board)?.paper?.play());
  stage.addEventListener('add', (event) => openGallery(event.detail));
  on('shown', makePanels);
  on('task', () => document.body.classList.toggle('is-arranging', page.task === 'arrange'));
  on('board', () => { for (const [id, panel] of panels) panel.element.classList.toggle('is-chosen', id === page.board && panels.size > 1); });
  api.follow(take, (isConnected, error) => {
    if (error) askForToken(error);
    if (isConnected && !page.isConnected && page.wasConnected) for (const [id, panel] of panels) { panel.shown = null; panel.ask(); load(id); }
    page.wasConnected ||= isConnected;
    setPage({ isConnected });
  });
  changed('board', 'tab');
  return inspector;
}

function take(name, data) {
  if (name === 'board') {
    panels.get(data.board)?.follow(data.revision);
    if (page.scenes[data.board]?.revision !== data.revision) load(data.board);
    describe();
  } else if (name === 'build') {
    page.builds = page.builds.map((build) => build.package === data.package ? data : build);
    if (data.state === 'done') toast(`${data.package} is built.`);
    changed('builds');
  }
}

/** A board's size, zone and thresholds are those of a file that has changed. */
async function describe() {
  const { boards } = await api.get('start').catch(() => page);
  const isNew = JSON.stringify(boards) !== JSON.stringify(page.boards);
  if (!isNew) return;
  for (const item of page.boards) Object.assign(item, boards.find(({ id }) => id === item.id));
  changed('board');
}

// MARK: parts

function makeBar() {
  const boards = document.getElementById('boards');
  const draw = () => boards.replaceChildren(...page.boards.map(({ id, name }) => h('label', { class: 'chip' }, h('input', {
    type: 'checkbox', checked: page.shown.includes(id), 'aria-label': `Show ${name}`, onchange: (event) => {
      const shown = page.boards.map((item) => item.id).filter((other) => other === id ? event.target.checked : page.shown.includes(other));
      if (!shown.length) { event.target.checked = true; return; }
      const isShown = shown.includes(page.board);
      setPage({ shown, ...(isShown ? {} : { board: shown[0], widget: null }) });
    },
  }), h('span', {}, name))));
  draw();
  const zooms = h('select', { class: 'zoom', 'aria-label': 'Size of the picture', onchange: (event) => zoom(event.target.value) },
    [['fit', 'Fit'], ['1', '1 : 1'], ['2', '2 : 1'], ['3', '3 : 1'], ['true', 'True size']].map(([value, text]) => h('option', { value }, text)));
  const tasks = segments('Task', [['look', 'Look'], ['arrange', 'Arrange']], page.task, (task) => setPage({ task }));
  const [back, again] = [iconButton('undo', 'Undo', () => undo(page.board), { keys: 'Ctrl+Z' }), iconButton('redo', 'Redo', () => redo(page.board), { keys: 'Ctrl+Shift+Z' })];
  const add = h('button', { type: 'button', class: 'button primary', onclick: () => openGallery(), title: 'The gallery (G)' }, 'Add widget');
  const signal = h('span', { class: 'signal', role: 'status' });
  document.getElementById('actions').append(signal, zooms, ...(page.rights.edit ? [back, again, tasks, add] : []), iconButton('help', 'Keys', showKeys, { keys: '?' }));
  const drawState = () => {
    const scene = page.scenes[page.board];
    back.disabled = !scene?.canUndo;
    again.disabled = !scene?.canRedo;
    add.disabled = !scene;
    const building = page.builds.find(({ state }) => state === 'building');
    signal.textContent = page.isConnected === false ? 'Not connected' : building ? `Building ${building.package}` : page.rights.edit ? '' : 'View only';
    signal.title = page.isConnected === false ? `The program that serves this page does not answer. Start it again with --port ${location.port}, and the page goes on.` : '';
    signal.classList.toggle('is-off', page.isConnected === false);
  };
  on('scenes board builds isConnected', drawState);
  on('task', () => check(tasks, page.task));
  on('zoom', () => { zooms.value = page.zoom; size(); });
  drawState();
}

function makePanels() {
  for (const [id, panel] of panels) if (!page.shown.includes(id)) { panel.remove(); panels.delete(id); }
  for (const id of page.shown) {
    if (panels.has(id)) continue;
    panels.set(id, new Panel(page.boards.find((item) => item.id === id), isFirst ? first : null));
    isFirst = false;
    if (!page.scenes[id]) load(id);
  }
  stage.replaceChildren(...page.shown.map((id) => panels.get(id).element));
  stage.dataset.count = page.shown.length;
  size();
}

/** Gives each panel its share of the stage. */
function size() {
  const count = Math.max(1, panels.size);
  const fit = (columns) => {
    const { width, height } = room(stage, columns, Math.ceil(count / columns));
    return Math.min(...[...panels.values()].map(({ board }) => Math.min(width / board.widthPx, height / board.heightPx)));
  };
  const columns = Array.from({ length: count }, (_, index) => index + 1).reduce((best, columns) => fit(columns) > fit(best) ? columns : best, 1);
  stage.style.setProperty('--columns', columns);
  const share = room(stage, columns, Math.ceil(count / columns));
  for (const panel of panels.values()) {
    panel.room = share;
    panel.size();
  }
}

function zoom(value) {
  if (value === 'true' && !localStorage.getItem('afterglow-css-pixels-a-mm')) measureScreen();
  setPage({ zoom: value });
}

/** True sizes need this screen's density, which no browser has. */
function measureScreen() {
  const card = h('div', { class: 'card-outline' });
  const draw = () => { card.style.width = `${85.6 * cssPixelsAMm()}px`; card.style.height = `${53.98 * cssPixelsAMm()}px`; };
  const range = h('input', {
    type: 'range', min: 2, max: 12, step: 0.01, value: cssPixelsAMm(), 'aria-label': 'Width of the card', oninput: (event) => { setCssPixelsAMm(Number(event.target.value)); draw(); },
  });
  dialog('True size', h('div', { class: 'measure' }, h('p', {}, 'Hold a bank card against the screen, and set the outline to its size. This is kept for this browser.'), card, range));
  draw();
}

// MARK: what can go wrong at the start

function askForToken(error) {
  // Several requests may be refused; a person may be typing already.
  if (document.body.classList.contains('is-closed')) return;
  for (const panel of panels.values()) panel.remove();
  // An open dialog would keep the form out of reach; closed, it would give the focus back to the page.
  for (const open of document.querySelectorAll('dialog')) open.remove();
  const field = h('input', { type: 'password', name: 'token', autocomplete: 'current-password', 'aria-label': 'Token or password', required: true });
  const form = h('form', { class: 'entry', onsubmit: (event) => { event.preventDefault(); api.setToken(field.value); location.reload(); } },
    h('h2', {}, 'Afterglow studio'), h('p', {}, error.message), field, h('button', { class: 'button primary' }, 'Open'),
    h('p', { class: 'note' }, 'The token is at the end of the address that ', h('code', {}, 'afterglow studio'), ' has printed, and the whole address will do; over the network it is the password.'));
  document.body.classList.add('is-closed');
  stage.replaceChildren(form);
  field.focus();
}

function fail(error) {
  stage.replaceChildren(h('div', { class: 'entry', role: 'alert' }, h('h2', {}, 'Nothing can be shown'), h('p', {}, error.message),
    h('button', { class: 'button primary', onclick: () => location.reload() }, 'Try again')));
}

new ResizeObserver(() => size()).observe(stage);
matchMedia('(resolution: 1dppx)').addEventListener('change', size);
start();

/** For tests: how long frames took, in ms, from the wish to the picture; and whether all that was wished for is shown. */
globalThis.afterglow = {
  delays: () => [...panels.values()].map((panel) => panel.delays),
  firstShownMs: () => [...panels.values()].map((panel) => panel.picture.firstShownMs),
  shown: () => [...panels.values()].map((panel) => panel.shown),
  isSettled: () => !isEditing() && [...panels.values()].every((panel) => panel.shown && !panel.isBusy && !panel.isWanted && !panel.isProvisional),
  atMs: nowMs,
  setAt: (atMs) => setMoment({ atMs, isPlaying: false }),
  papers: () => page.papers,
  facts: () => page.facts[page.board],
  marks: () => dock?.timeline.instants,
  builds: () => page.builds,
  scene: () => page.scenes[page.board],
  isEditing,
  isDescribed: () => [...panels.values()].every((panel) => panel.shown && panel.described === panel.shown),
  isChecked: () => page.shown.every((id) => page.layouts[id]?.findings),
};
