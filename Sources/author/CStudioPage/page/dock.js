// Time and light: what plays, the timeline that is scrubbed, and the room's light.

import * as api from './api.js';
import { check, drag, h, icon, iconButton, segments } from './dom.js';
import { EveningLane, eveningLux, leastLux, luxAt, luxShare, mostLux, unknownLux } from './evening.js';
import { board, changed, moment, nowMs, on, page, setMoment } from './state.js';
import { clock, date, day, full, hour, instant, local, luxText, minute, offset, relative } from './time.js';

const speeds = [[1, '1×'], [60, '60×'], [3600, '3600×']];
const modes = [['automatic', 'By light'], ['day', 'Day'], ['alwaysOn', 'Always-on'], ['night', 'Night']];

/** The lower part of the page. */
export class Dock {
  constructor(element) {
    this.timeline = new Timeline();
    this.light = new LightSlider();
    this.evening = new EveningLane(this.timeline);
    this.play = h('button', { type: 'button', class: ['button', 'round'], onclick: () => this.toggle() });
    this.speed = segments('Speed', speeds, moment.speed, (speed) => setMoment({ speed }));
    this.mode = segments('Mode', modes, moment.mode, (mode) => setMoment({ mode }));
    this.now = h('button', { type: 'button', class: 'button', title: 'Follow the clock (N)', onclick: () => setMoment({ atMs: null, isPlaying: false }) }, icon('now'), 'Now');
    this.field = h('input', {
      type: 'datetime-local', step: 1, 'aria-label': 'Instant', onchange: () => {
        const atMs = instant(this.field.value, board().zone);
        if (atMs !== null) setMoment({ atMs, isPlaying: false });
      },
    });
    this.age = h('span', { class: 'age' });
    this.spans = segments('Shown stretch', [[6 * hour, '6 h'], [day, 'Day'], [7 * day, 'Week']], day, (span) => this.timeline.zoom(span));
    this.touch = h('label', { class: 'chip', hidden: true, title: 'Someone has just touched the panel, or moved in front of it' }, h('input', {
      type: 'checkbox', onchange: (event) => setMoment({ isOccupied: event.target.checked }),
    }), h('span', {}, 'Touched'));
    this.room = h('div', { class: 'room', hidden: true },
      this.distance = h('label', { class: 'distance' }, h('span', {}, 'Viewer'), h('input', {
        type: 'range', min: 0, max: 60, step: 1, value: 0, 'aria-label': 'Distance of the viewer', oninput: (event) => {
          const value = Number(event.target.value);
          setMoment({ distance: value ? value / 10 : null });
        },
      }), this.metres = h('output', {}, 'as the board says')), this.touch);
    element.append(
      h('div', { class: 'transport' },
        h('div', { class: 'group' }, this.play, this.speed, this.now),
        h('div', { class: 'group' }, iconButton('previous', 'Previous mark', () => this.timeline.mark(-1), { keys: 'Alt + ←' }), this.field,
          iconButton('next', 'Next mark', () => this.timeline.mark(1), { keys: 'Alt + →' }), this.age),
        h('div', { class: 'group' }, this.spans)),
      this.timeline.element,
      this.evening.element,
      h('div', { class: 'light' }, this.mode, this.light.element, this.evening.toggle, this.room));
    on('moment board scenes facts', () => this.draw());
    on('speed mode', () => { check(this.speed, moment.speed); check(this.mode, moment.mode); });
    this.last = null;
    requestAnimationFrame((time) => this.tick(time));
    this.draw();
  }

  toggle() {
    if (!moment.isPlaying && moment.atMs === null && moment.speed === 1) {
      // Now goes on anyway; playing it means faster.
      setMoment({ atMs: Date.now(), speed: 60, isPlaying: true });
    } else setMoment({ atMs: nowMs(), isPlaying: !moment.isPlaying });
  }

  /** Moves time on. The clock of now changes once a second. */
  tick(time) {
    const passed = this.last === null ? 0 : Math.min(250, time - this.last);
    if (moment.isPlaying) {
      this.last = time;
      setMoment({ atMs: moment.atMs + passed * moment.speed });
    } else if (moment.atMs === null && Math.floor(time / 1000) !== Math.floor((this.last ?? 0) / 1000)) {
      this.last = time;
      changed('moment');
    } else this.last = time;
    requestAnimationFrame((next) => this.tick(next));
  }

  draw() {
    const { zone, hasDistance, hasPresence } = board() ?? {};
    if (!zone) return;
    this.room.hidden = !hasDistance && !hasPresence;
    this.distance.hidden = !hasDistance;
    this.touch.hidden = !hasPresence;
    const label = moment.isPlaying ? 'Pause' : 'Play';
    if (this.play.getAttribute('aria-label') !== label) {
      this.play.replaceChildren(icon(moment.isPlaying ? 'pause' : 'play'));
      this.play.setAttribute('aria-label', label);
      this.play.title = `${label} (Space)`;
    }
    this.now.setAttribute('aria-pressed', String(moment.atMs === null));
    if (document.activeElement !== this.field) this.field.value = local(nowMs(), zone);
    this.age.textContent = moment.atMs === null ? 'now' : relative(moment.atMs);
    this.metres.textContent = moment.distance === null ? 'as the board says' : `${moment.distance.toFixed(1)} m`;
    this.timeline.draw();
  }
}

/** The stretch of time that is scrubbed: hours, entries, reloads, modes and changes of the clock. */
class Timeline {
  constructor() {
    this.span = day;
    this.fromMs = Date.now() - day / 4;
    this.canvas = h('canvas', { class: 'track', 'aria-hidden': 'true' });
    this.hint = h('p', { class: 'hint', hidden: true });
    this.probe = h('i', { hidden: true });
    this.colors = {};
    this.element = h('div', {
      class: 'timeline', role: 'slider', tabindex: 0, 'aria-label': 'Timeline', 'aria-valuemin': 0, 'aria-valuemax': 100,
      onkeydown: (event) => this.key(event),
    }, this.canvas, this.hint, this.probe);
    drag(this.element, {
      start: (event) => this.seek(event), move: (event) => { moment.isDragged = true; this.seek(event); },
      end: () => setMoment({ isDragged: false }),
    });
    this.element.addEventListener('wheel', (event) => {
      event.preventDefault();
      const shift = Math.abs(event.deltaX) > Math.abs(event.deltaY) ? event.deltaX : event.deltaY;
      this.fromMs += shift / this.canvas.clientWidth * this.span;
      this.isHeld = true;
      this.draw();
    }, { passive: false });
    this.element.addEventListener('pointermove', (event) => this.point(event));
    this.element.addEventListener('pointerleave', () => { this.hint.hidden = true; });
    new ResizeObserver(() => this.draw()).observe(this.element);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { this.colors = {}; this.draw(); });
    on('scenes board', () => this.load(this.loaded?.hasFailed));
    on('trace facts', () => this.load(false));
    on('moment', () => { this.isHeld = false; });
  }

  zoom(span) {
    this.span = span;
    this.fromMs = nowMs() - span / 4;
    check(this.element.parentElement.querySelector('[aria-label="Shown stretch"]'), span);
    this.draw();
  }

  instant(event) {
    const bounds = this.canvas.getBoundingClientRect();
    return this.fromMs + (event.clientX - bounds.left) / bounds.width * this.span;
  }

  seek(event) {
    const ms = this.instant(event);
    const step = this.span > 2 * day ? minute : 1000;
    setMoment({ atMs: Math.round(ms / step) * step, isPlaying: false });
    this.isHeld = true;
  }

  key(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowDown: -1, ArrowUp: 1 }[event.key];
    const jump = { PageDown: -hour, PageUp: hour, Home: this.fromMs - nowMs(), End: this.fromMs + this.span - nowMs() }[event.key];
    if (!step && jump === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (step && event.altKey) this.mark(step);
    else setMoment({ atMs: nowMs() + (step ? step * (event.shiftKey ? hour : minute) : jump), isPlaying: false });
  }

  /** Instants at which something changes; undefined while those of the shown stretch are on their way. */
  get instants() {
    return this.marks?.wanted === this.loaded ? this.marks?.all : undefined;
  }

  /** Goes to the next of them. */
  mark(direction) {
    const at = nowMs();
    const marks = (this.instants ?? []).filter((ms) => direction > 0 ? ms > at + 500 : ms < at - 500);
    const next = direction > 0 ? Math.min(...marks) : Math.max(...marks);
    if (Number.isFinite(next)) setMoment({ atMs: next, isPlaying: false });
  }

  async load(isStale) {
    const item = board();
    const { revision } = page.scenes[item?.id] ?? {};
    // The first picture comes first: marks may have to be compiled.
    if (!revision || !page.facts[item.id]) return;
    const of = JSON.stringify([item.id, revision, moment.trace, moment.traceFromMs]);
    const wanted = { of, from: this.fromMs - this.span, to: this.fromMs + 2 * this.span };
    const has = this.loaded;
    if (!isStale && has && has.of === of && has.from <= this.fromMs && has.to >= this.fromMs + this.span) return;
    this.loaded = wanted;
    try {
      const query = `from=${new Date(wanted.from).toISOString()}&to=${new Date(wanted.to).toISOString()}${moment.trace ? `&trace=${moment.trace}&traceFrom=${new Date(moment.traceFromMs).toISOString()}` : ''}`;
      const found = await api.get(`boards/${item.id}/timeline?${query}`);
      if (this.loaded !== wanted) return;
      const ms = (list) => list.map((mark) => ({ ...mark, ms: Date.parse(mark.at) }));
      this.marks = { wanted, entries: ms(found.entries), reloads: ms(found.reloads), modes: ms(found.modes), changes: ms(found.clockChanges), knownUntil: Date.parse(found.knownUntil) };
      page.known[item.id] = this.marks.knownUntil;
      changed('known');
      this.marks.all = [...this.marks.entries, ...this.marks.reloads, ...this.marks.modes, ...this.marks.changes].map((mark) => mark.ms);
      this.draw();
    } catch {
      this.marks = null;
      wanted.hasFailed = true;
    }
  }

  point(event) {
    const { zone } = board();
    const ms = this.instant(event);
    const bounds = this.canvas.getBoundingClientRect();
    const near = (mark) => Math.abs(mark.ms - ms) < 5 / bounds.width * this.span;
    const found = this.marks ? [
      ...this.marks.changes.filter(near).map((mark) => mark.text),
      ...this.marks.reloads.filter(near).map((mark) => `${mark.widget} is asked again: ${mark.reason}`),
      ...this.marks.entries.filter(near).map((mark) => `${mark.widget} changes`),
    ].slice(0, 3) : [];
    this.hint.textContent = [`${date(ms, zone)} ${clock(ms, zone)}`, ...found].join('  ·  ');
    this.hint.hidden = false;
    const width = this.hint.offsetWidth;
    this.hint.style.left = `${Math.max(0, Math.min(bounds.width - width, event.clientX - bounds.left - width / 2))}px`;
  }

  draw() {
    const { zone, name } = board() ?? {};
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (!zone || !width) return;
    const at = nowMs();
    if (!this.isHeld && (at < this.fromMs + this.span * 0.05 || at > this.fromMs + this.span * 0.95)) this.fromMs = at - this.span / 4;
    this.load(false);
    this.element.setAttribute('aria-valuenow', Math.round((at - this.fromMs) / this.span * 100));
    this.element.setAttribute('aria-valuetext', full(at, zone));
    const ratio = devicePixelRatio;
    if (this.canvas.width !== Math.round(width * ratio) || this.canvas.height !== Math.round(height * ratio)) {
      this.canvas.width = Math.round(width * ratio);
      this.canvas.height = Math.round(height * ratio);
    }
    const pen = this.canvas.getContext('2d');
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, height);
    const color = (key) => this.colors[key] ??= this.color(key);
    const x = (ms) => (ms - this.fromMs) / this.span * width;
    this.drawHours(pen, x, width, height, color, zone);
    if (this.marks) this.drawMarks(pen, x, width, height, color);
    const head = Math.round(x(at));
    pen.fillStyle = color('accent');
    pen.fillRect(head - 1, 0, 2, height);
    pen.beginPath();
    pen.arc(head, 7, 7, 0, 2 * Math.PI);
    pen.fill();
    const present = Math.round(x(Date.now()));
    pen.fillStyle = color('text-2');
    for (let y = 20; y < height; y += 4) pen.fillRect(present, y, 1, 2);
    this.element.dataset.board = name;
  }

  /** A colour of the style sheet, as a canvas takes it: the property itself still has both schemes. */
  color(key) {
    this.probe.style.color = `var(--${key})`;
    return getComputedStyle(this.probe).color;
  }

  drawHours(pen, x, width, height, color, zone) {
    const step = this.span > 2 * day ? 6 * hour : this.span > 8 * hour ? hour : 15 * minute;
    const every = this.span > 2 * day ? day : this.span > 8 * hour ? (width > 700 ? 2 : 4) * hour : hour;
    pen.font = `11px ${getComputedStyle(document.body).fontFamily}`;
    pen.textBaseline = 'middle';
    const shift = offset(this.fromMs, zone);
    let ms = Math.floor((this.fromMs + shift) / step) * step - shift;
    let free = -Infinity;
    for (; ms < this.fromMs + this.span; ms += step) {
      const localMs = ms + offset(ms, zone);
      const isLabelled = localMs % every === 0;
      const isMidnight = localMs % day === 0;
      pen.fillStyle = color(isMidnight ? 'line-2' : 'line');
      pen.fillRect(Math.round(x(ms)), isLabelled ? 18 : 34, 1, height);
      if (!isLabelled || x(ms) < free) continue;
      const text = isMidnight ? date(ms, zone) : clock(ms, zone);
      pen.fillStyle = color('text-2');
      pen.fillText(text, Math.round(x(ms)) + 5, 24);
      free = x(ms) + pen.measureText(text).width + 9;
    }
  }

  drawMarks(pen, x, width, height, color) {
    const { modes: changes, entries, reloads, changes: shifts, knownUntil } = this.marks;
    const strip = height - 8;
    changes.forEach((mark, index) => {
      const end = changes[index + 1]?.ms ?? this.loaded.to;
      pen.fillStyle = color(mark.mode);
      pen.fillRect(x(mark.ms), strip, x(end) - x(mark.ms), 8);
    });
    const names = [...new Set(entries.map(({ widget }) => widget))];
    const gap = Math.min(6, (strip - 38) / Math.max(1, names.length));
    pen.fillStyle = color('text-3');
    let last = [];
    for (const { widget, ms } of entries) {
      const lane = names.indexOf(widget);
      const left = Math.round(x(ms));
      if (left < -4 || left > width + 4 || last[lane] !== undefined && left - last[lane] < 3) continue;
      last[lane] = left;
      pen.fillRect(left, 36 + lane * gap, 2, Math.max(2, gap - 2));
    }
    pen.fillStyle = color('accent');
    for (const { ms } of reloads) {
      const left = x(ms);
      if (left < -4 || left > width + 4) continue;
      pen.beginPath();
      pen.moveTo(left, strip - 9); pen.lineTo(left + 4, strip - 5); pen.lineTo(left, strip - 1); pen.lineTo(left - 4, strip - 5);
      pen.fill();
    }
    for (const { ms, label } of shifts) {
      const left = Math.round(x(ms));
      pen.fillStyle = color('warning');
      pen.fillRect(left - 1, 32, 2, strip - 32);
      pen.fillText(label, left + 5, 42);
    }
    if (Number.isFinite(knownUntil) && x(knownUntil) < width) {
      pen.fillStyle = color('veil');
      pen.fillRect(Math.max(0, x(knownUntil)), 34, width, strip - 34);
    }
  }
}

const rooms = [[0.3, 'moonlight'], [3, 'a dark bedroom'], [20, 'a lamp in the corner'], [120, 'a lit living room'], [700, 'an office'], [3000, 'next to a window'], [25000, 'daylight'], [Infinity, 'sunlight']];

/** The light of the room, from 0.01 to 100,000 lx by equal ratios, with the board's thresholds. */
export class LightSlider {
  constructor() {
    this.marks = h('div', { class: 'marks', 'aria-hidden': 'true' });
    this.thumb = h('span', { class: 'thumb' });
    this.words = h('output', { class: 'words' });
    this.own = h('button', { type: 'button', class: 'button', onclick: () => setMoment({ lux: null, trace: null }) }, 'Board’s own');
    this.bar = h('div', {
      class: 'lux', role: 'slider', tabindex: 0, 'aria-label': 'Light of the room', 'aria-valuemin': leastLux, 'aria-valuemax': mostLux,
      onkeydown: (event) => this.key(event),
    }, this.marks, this.thumb);
    this.element = h('div', { class: 'lux-row' }, this.bar, this.words, this.own);
    drag(this.bar, { start: (event) => this.seek(event), move: (event) => this.seek(event) });
    on('lux trace board facts', () => this.draw());
    this.draw();
  }

  /** What the light is now; null = not known. */
  lux() { return moment.trace ? eveningLux(nowMs()) : moment.lux ?? board()?.lux ?? null; }

  seek(event) {
    const bounds = this.bar.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (event.clientX - bounds.left) / bounds.width));
    setMoment({ lux: luxAt(share), trace: null });
  }

  /** Multiplies the light. */
  multiply(factor) {
    const lux = (this.lux() ?? unknownLux) * factor;
    setMoment({ lux: Math.min(mostLux, Math.max(leastLux, lux)), trace: null });
  }

  key(event) {
    const factor = { ArrowRight: 1.1, ArrowUp: 1.1, ArrowLeft: 1 / 1.1, ArrowDown: 1 / 1.1, PageUp: 10, PageDown: 0.1 }[event.key];
    const end = { Home: leastLux, End: mostLux }[event.key];
    if (!factor && !end) return;
    event.preventDefault();
    event.stopPropagation();
    if (end) setMoment({ lux: end, trace: null });
    else this.multiply(factor);
  }

  draw() {
    const item = board();
    if (!item) return;
    const lux = this.lux();
    this.bar.classList.toggle('is-own', moment.lux === null && !moment.trace);
    this.thumb.style.left = `${100 * luxShare(lux ?? unknownLux)}%`;
    const text = `${luxText(lux)}${lux === null ? '' : `, ${rooms.find(([most]) => lux < most)[1]}`}`;
    this.words.textContent = text;
    this.bar.setAttribute('aria-valuenow', lux ?? unknownLux);
    this.bar.setAttribute('aria-valuetext', text);
    this.own.disabled = moment.lux === null && !moment.trace;
    const key = JSON.stringify(item.thresholds);
    if (key === this.drawn) return;
    this.drawn = key;
    this.marks.replaceChildren(...(item.thresholds ?? []).map(({ lux: at, label }) => h('span', {
      class: label ? '' : 'is-minor', style: { left: `${100 * luxShare(at)}%` }, title: `${label || 'leaves it'}: ${luxText(at)}`,
    }, h('i', {}), label && h('b', {}, label))));
  }
}
