// A hand on the picture. What is pressed, moved and let go is followed by the panel's own program, which draws the answer.

import * as api from './api.js';
import { check, h, segments, toast } from './dom.js';
import { moment, nowMs, on, page, setMoment, setPage } from './state.js';

const hands = [['edit', 'Edit', 'A click chooses the widget'], ['touch', 'Touch', 'A press acts as on the panel (T)']];
const keys = { Enter: 'enter', ' ': 'space', ArrowUp: 'up', ArrowLeft: 'left', ArrowRight: 'right', ArrowDown: 'down', Escape: 'esc' };
const said = {
  edit: 'Edit: a click chooses a widget.',
  touch: 'Touch: a press acts as on the panel; nothing leaves the studio. Arrows, Enter and Escape are its keys.',
};
/** Pixels of a wheel for one detent of a knob. */
const detentPx = 100;
/** Steps of one request, and the longest pause between two requests, in ms. */
const mostSteps = 64, longestPauseMs = 60000;

/** Chooses what a press on the picture of a board does. */
export function setHand(hand) {
  if (hand === page.hand) return;
  const { isTouchable, name } = page.boards.find(({ id }) => id === page.board) ?? {};
  if (hand === 'touch' && !isTouchable) { toast(`Nothing on ${name} can be touched. Add “input: auto” to its board.yaml.`); return; }
  // Time stands for the page: the panel's own goes on from there.
  if (hand === 'touch') setMoment({ atMs: nowMs(), isPlaying: false });
  setPage({ hand, ...(hand === 'touch' ? { task: 'look' } : {}) });
}

/** A person's hand on one panel of the page. */
export class Hand {
  constructor(panel) {
    this.panel = panel;
    this.number = 0;
    this.steps = [];
    this.down = new Set();
    this.turned = 0;
    this.switch = segments('What a press on the panel does', hands, page.hand, (hand) => { panel.choose(); setHand(hand); });
    this.line = h('p', { class: 'effects', role: 'status' });
    const { canvas } = panel;
    canvas.addEventListener('pointerdown', (event) => this.press(event));
    canvas.addEventListener('pointermove', (event) => this.finger === event.pointerId && this.move('moved', event));
    canvas.addEventListener('pointerup', (event) => this.finger === event.pointerId && this.release('ended', event));
    canvas.addEventListener('pointercancel', (event) => this.finger === event.pointerId && this.release(null, event));
    canvas.addEventListener('wheel', (event) => this.turn(event), { passive: false });
    canvas.addEventListener('keydown', (event) => this.key(event, true));
    canvas.addEventListener('keyup', (event) => this.key(event, false));
    canvas.addEventListener('blur', () => { if (this.down.size) { this.down.clear(); this.add({}); } });
    on('hand', () => this.change());
    on('task', () => page.task === 'arrange' && setHand('edit'));
    // A time that goes on draws the panel anew all the time.
    on('moment', () => (moment.isPlaying || moment.atMs === null) && setHand('edit'));
    this.draw();
  }

  get isOn() { return page.hand === 'touch'; }

  draw() {
    const { canvas, glass } = this.panel;
    check(this.switch, page.hand);
    glass.classList.toggle('is-touched', this.isOn);
    // Screen readers then pass all keys on.
    canvas.setAttribute('role', this.isOn ? 'application' : 'img');
    if (this.isOn) canvas.tabIndex = 0;
    else canvas.removeAttribute('tabindex');
  }

  change() {
    this.draw();
    this.finger = null;
    this.down.clear();
    this.panel.leave();
    if (page.board === this.panel.board.id) this.line.textContent = said[page.hand];
    // The frame of the moment, from which a hand begins.
    this.panel.ask();
  }

  /** Lets the touched panel go. */
  stop() {
    clearTimeout(this.timer);
    // What is under way is of no use any more.
    this.number += 1;
    this.isBegun = this.begins = false;
    delete this.panel.glass.dataset.touched;
    this.steps = [];
  }

  /** Has the panel drawn for a hand, once the frame of the moment stands. */
  begin() {
    // What was done while the frame was on its way is the first that the panel follows.
    const steps = this.steps.map((step) => ({ ...step, at: 0 }));
    this.stop();
    this.steps = steps;
    this.began = null;
    this.begins = true;
    this.work();
  }

  /** The panel's time, in ms since it was drawn. */
  time() { return this.began === null ? 0 : Math.max(0, Math.round(performance.now() - this.began)); }

  // MARK: what a hand does

  press(event) {
    if (!this.isOn || event.button !== 0 || !event.isPrimary) return;
    this.finger = event.pointerId;
    this.panel.canvas.setPointerCapture(event.pointerId);
    this.move('began', event);
  }

  move(contact, event) {
    const { canvas } = this.panel;
    const bounds = canvas.getBoundingClientRect();
    const place = {
      x: (event.clientX - bounds.left) / bounds.width * canvas.width - 0.5, y: (event.clientY - bounds.top) / bounds.height * canvas.height - 0.5,
    };
    // The newest place of a finger is enough.
    if (contact === 'moved' && this.steps.at(-1)?.contact === 'moved') this.steps.pop();
    this.add({ contact, ...place });
  }

  release(contact, event) {
    this.finger = null;
    if (contact) this.move(contact, event);
    else this.add({});
  }

  turn(event) {
    if (!this.isOn) return;
    event.preventDefault();
    this.turned += event.deltaY;
    const detents = Math.trunc(this.turned / detentPx);
    if (!detents) return;
    this.turned -= detents * detentPx;
    this.add({ turn: Math.max(-20, Math.min(20, detents)) });
  }

  key(event, isDown) {
    const key = keys[event.key];
    if (!this.isOn || !key || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat || this.down.has(key) === isDown) return;
    if (isDown) this.down.add(key);
    else this.down.delete(key);
    this.add({ key, isDown });
  }

  add(step) {
    if (!this.isBegun && !this.begins && this.panel.isAtRest) this.begin();
    this.steps.push({ at: this.isBegun ? this.time() : 0, ...step });
    this.work();
  }

  // MARK: what the panel answers

  /** Sends what has been done, and shows the answer, until nothing is left to send. */
  async work() {
    this.isWanted = true;
    if (this.isBusy) return;
    this.isBusy = true;
    clearTimeout(this.timer);
    while (this.isWanted && this.isOn && (this.isBegun || this.begins) && !this.panel.isRemoved) {
      this.isWanted = false;
      await this.send();
    }
    this.isBusy = false;
  }

  async send() {
    const { panel, number } = this;
    const isFirst = this.begins;
    const steps = isFirst ? [] : this.steps.splice(0, mostSteps);
    const until = isFirst ? 0 : this.steps.length ? steps.at(-1).at : Math.max(this.time(), steps.at(-1)?.at ?? 0);
    try {
      const found = await api.touch(panel.board.id, { ...panel.request(), panel: number, begins: isFirst, until, steps });
      if (number !== this.number || !this.isOn || !found) return;
      if (isFirst) {
        [this.begins, this.isBegun, this.began] = [false, true, performance.now()];
        panel.glass.dataset.touched = '';
      }
      this.take(found);
    } catch (error) {
      if (number !== this.number || !this.isOn) return;
      this.stop();
      // Another page has touched it, or an hour is over: the next press begins anew.
      if (error.status !== 410) this.line.textContent = error.message;
    }
  }

  take(found) {
    const { panel } = this;
    const { header } = found;
    if (header.effects.length) this.line.textContent = header.effects.join('. ');
    if (header.base !== undefined && header.base !== panel.shown) {
      // Another frame has come in between.
      panel.shown = null;
      this.isWanted = true;
      return;
    }
    panel.picture.show(found);
    panel.shows(header);
    if (this.steps.length) this.isWanted = true;
    clearTimeout(this.timer);
    const pause = header.next === undefined ? longestPauseMs : header.next - this.time();
    this.timer = setTimeout(() => this.work(), Math.max(16, Math.min(longestPauseMs, pause)));
  }
}
