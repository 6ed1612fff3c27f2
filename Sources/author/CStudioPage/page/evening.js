// The light of an evening: a recording, or one that is drawn by hand, over the stretch of time that the timeline shows.

import * as api from './api.js';
import { drag, h, icon, toast } from './dom.js';
import { board, moment, nowMs, on, setMoment } from './state.js';
import { clock, luxText, minute } from './time.js';

/** The light that a slider covers, by equal ratios. */
export const leastLux = 0.01, mostLux = 100000;

/** Where a slider is while the light is not known: an evening by lamplight. */
export const unknownLux = 180;

/** Where a light is between the least and the most: 0 to 1. */
export const luxShare = (lux) => Math.log(Math.max(leastLux, lux) / leastLux) / Math.log(mostLux / leastLux);

/** The light at a place of `luxShare`. */
export const luxAt = (share) => leastLux * (mostLux / leastLux) ** share;

/** What the light is: points in time from which on it is so, lux null = no reading; empty = as the slider has it. */
const evening = { name: '', points: [] };

/** The light at an instant, in lux; null where there is no reading. */
export function eveningLux(ms) {
  let found = null;
  for (const point of evening.points) {
    if (point.ms > ms) break;
    found = point.lux;
  }
  return found;
}

/** The lane below the timeline. `timeline` has the stretch that is shown. */
export class EveningLane {
  constructor(timeline) {
    this.timeline = timeline;
    this.canvas = h('canvas', { class: 'track', 'aria-hidden': 'true' });
    this.lane = h('div', {
      class: 'lane', role: 'slider', tabindex: 0, 'aria-label': 'Light over time, drawn by hand', 'aria-valuemin': leastLux, 'aria-valuemax': mostLux,
      onkeydown: (event) => this.key(event),
    }, this.canvas);
    this.file = h('input', { type: 'file', accept: '.csv,text/csv,text/plain', hidden: true, onchange: () => this.open(this.file.files[0]) });
    this.words = h('output', { class: 'note' });
    this.here = h('button', { type: 'button', class: 'button', title: 'Let it begin at the instant that is shown', onclick: () => this.moveTo(nowMs()) }, 'Begin here');
    this.clear = h('button', { type: 'button', class: 'button', onclick: () => this.take('', []) }, 'Clear');
    this.element = h('div', { class: 'evening', hidden: true }, this.lane, h('div', { class: 'group' },
      h('button', { type: 'button', class: 'button', title: 'Lines of seconds and lux, as text', onclick: () => this.file.click() }, 'Open a recording'),
      this.here, this.clear, this.words, this.file));
    this.toggle = h('button', { type: 'button', class: 'button', 'aria-expanded': 'false', title: 'Light over time (E)', onclick: () => this.show(this.element.hidden) }, icon('evening'), 'Evening');
    drag(this.lane, { start: (event) => this.begin(event), move: (event) => this.draw(event), end: () => this.finish() });
    this.lane.addEventListener('dragover', (event) => event.preventDefault());
    this.lane.addEventListener('drop', (event) => { event.preventDefault(); this.open(event.dataTransfer.files[0]); });
    on('moment board scenes', () => this.paint());
  }

  show(isShown) {
    this.element.hidden = !isShown;
    this.toggle.setAttribute('aria-expanded', String(isShown));
    if (!isShown && moment.trace) this.take('', []);
    this.paint();
  }

  /** Reads a file that a person has chosen. */
  async open(file) {
    if (!file) return;
    this.file.value = '';
    try {
      const found = await api.post('traces', { text: await file.text(), name: file.name });
      const fromMs = nowMs();
      this.take(file.name, found.samples.map(([seconds, lux]) => ({ ms: fromMs + seconds * 1000, lux })), found.trace);
    } catch (error) { toast(error.message); }
  }

  /** Plays these points from now on. */
  take(name, points, trace = null) {
    this.turn = null;
    Object.assign(evening, { name, points });
    setMoment({ trace, traceFromMs: points[0]?.ms ?? null });
  }

  moveTo(ms) {
    const shift = ms - (evening.points[0]?.ms ?? ms);
    for (const point of evening.points) point.ms += shift;
    setMoment({ traceFromMs: moment.traceFromMs + shift });
  }

  // MARK: drawing

  point(event) {
    const { left, top, width, height } = this.lane.getBoundingClientRect();
    const part = 1 - Math.min(1, Math.max(0, (event.clientY - top - 4) / (height - 8)));
    const ms = this.timeline.fromMs + Math.min(1, Math.max(0, (event.clientX - left) / width)) * this.timeline.span;
    return { ms, lux: luxAt(part) };
  }

  begin(event) {
    if (evening.name) evening.points = [];
    evening.name = '';
    this.last = this.point(event);
    this.set(this.last, this.last);
  }

  draw(event) {
    const next = this.point(event);
    this.set(this.last, next);
    this.last = next;
  }

  /** A line between two points, in steps of three pixels. */
  set(a, b) {
    const [from, to] = a.ms < b.ms ? [a, b] : [b, a];
    const step = this.timeline.span / this.lane.clientWidth * 3;
    evening.points = evening.points.filter(({ ms }) => ms < from.ms || ms > to.ms);
    for (let ms = from.ms; ms <= to.ms; ms += step) {
      const part = to.ms > from.ms ? (ms - from.ms) / (to.ms - from.ms) : 0;
      evening.points.push({ ms: Math.round(ms), lux: from.lux * (to.lux / from.lux) ** part });
    }
    evening.points.sort((x, y) => x.ms - y.ms);
    this.paint();
  }

  /** Hands what was drawn to the server. */
  async finish() {
    const turn = this.turn = {};
    const points = evening.points = evening.points.filter(({ ms }, index, all) => !index || ms > all[index - 1].ms);
    const text = points.map(({ ms, lux }) => `${((ms - points[0].ms) / 1000).toFixed(3)},${lux === null ? '' : lux.toFixed(3)}`).join('\n');
    try {
      const { trace } = await api.post('traces', { text, name: 'the drawn light' });
      // What has been drawn since follows.
      if (this.turn === turn) setMoment({ trace, traceFromMs: points[0].ms });
    } catch (error) { toast(error.message); }
  }

  /** With keys, the light is set at the instant that is shown, from then on. */
  key(event) {
    const factor = { ArrowUp: 1.25, ArrowDown: 0.8, PageUp: 10, PageDown: 0.1 }[event.key];
    const end = { Home: leastLux, End: mostLux }[event.key];
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!factor && !step && !end) return;
    event.preventDefault();
    event.stopPropagation();
    const at = Math.round(nowMs());
    if (step) return setMoment({ atMs: at + step * (event.shiftKey ? 60 : 5) * minute, isPlaying: false });
    const lux = end ?? Math.min(mostLux, Math.max(leastLux, (eveningLux(at) ?? moment.lux ?? board()?.lux ?? unknownLux) * factor));
    evening.name = '';
    evening.points = [...evening.points.filter(({ ms }) => ms < at), { ms: at, lux }];
    this.paint();
    this.finish();
  }

  paint() {
    const item = board();
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const has = evening.points.length > 0;
    this.here.disabled = this.clear.disabled = !has;
    if (!item || !width) return;
    const at = nowMs();
    const lux = eveningLux(at);
    this.words.textContent = has ? `${evening.name || 'Drawn'}: ${lux === null ? 'no reading' : luxText(lux)} at ${clock(at, item.zone)}` : 'Draw the light with a pointer, or with the arrow keys.';
    this.lane.setAttribute('aria-valuenow', lux ?? 0);
    this.lane.setAttribute('aria-valuetext', this.words.textContent);
    const ratio = devicePixelRatio;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    const pen = this.canvas.getContext('2d');
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    const x = (ms) => (ms - this.timeline.fromMs) / this.timeline.span * width;
    const y = (value) => height - 4 - luxShare(value) * (height - 8);
    const color = (key) => this.timeline.colors[key] ??= this.timeline.color(key);
    pen.font = `11px ${getComputedStyle(document.body).fontFamily}`;
    const thresholds = item.thresholds ?? [], most = Math.max(...thresholds.map((item) => item.lux));
    for (const { lux: threshold, label } of thresholds) {
      pen.fillStyle = color(label ? 'line-2' : 'line');
      pen.fillRect(0, Math.round(y(threshold)), width, 1);
      pen.fillStyle = color('text-2');
      // The brightest one's name stands above it, and those of others below.
      const isAbove = label && !thresholds.some((other) => other.label && other.lux > threshold);
      pen.textBaseline = isAbove ? 'bottom' : 'top';
      if (label) pen.fillText(label, 6, isAbove ? y(most) - 2 : y(threshold) + 3);
    }
    pen.strokeStyle = pen.fillStyle = color('day');
    pen.lineWidth = 2;
    pen.beginPath();
    let isOpen = false;
    evening.points.forEach((point, index) => {
      const end = evening.points[index + 1]?.ms ?? this.timeline.fromMs + this.timeline.span;
      if (point.lux === null) { isOpen = false; return; }
      pen[isOpen ? 'lineTo' : 'moveTo'](x(point.ms), y(point.lux));
      pen.lineTo(x(end), y(point.lux));
      isOpen = true;
    });
    pen.stroke();
    pen.fillStyle = color('accent');
    pen.fillRect(Math.round(x(at)) - 1, 0, 2, height);
  }
}
