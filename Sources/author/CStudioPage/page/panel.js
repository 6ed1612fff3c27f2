// One panel: its canvas, the frames that it asks for, and what is drawn over them.

import * as api from './api.js';
import { h, v } from './dom.js';
import { changed, look, moment, nowMs, on, page, setPage, wish } from './state.js';
import { fit, Picture, setScale } from './picture.js';
import { clock, hour } from './time.js';
import { Arranger } from './arrange.js';
import { Hand } from './hand.js';
import { Paper } from './paper.js';

let views = 0;

/** A panel of the page. It asks for one frame at a time, always for the newest wish, so that none older is left standing. */
export class Panel {
  /** `first`, where not null, has its picture and a frame that has been asked for already (`picture.js`). */
  constructor(board, first) {
    this.board = board;
    this.name = first?.name ?? `view-${++views}-${Math.random().toString(36).slice(2, 8)}`;
    this.first = first?.frame;
    this.sequence = 0;
    this.shown = null;
    this.shownSequence = 0;
    this.isWanted = false;
    this.isBusy = false;
    this.isProvisional = false;
    this.isDescribing = false;
    this.delays = [];
    this.picture = first?.picture ?? new Picture();
    this.canvas = this.picture.canvas;
    Object.assign(this.canvas, this.picture.image ? {} : { width: board.widthPx, height: board.heightPx }, { role: 'img', ariaLabel: `${board.name}: the panel` });
    this.overlay = v('svg', { class: 'overlay', viewBox: `0 0 ${board.widthPx} ${board.heightPx}`, 'aria-hidden': 'true' });
    this.slots = h('div', { class: 'slots' });
    this.reading = h('p', { class: 'reading', hidden: true });
    this.glass = h('div', { class: ['glass', board.isRound && 'round'] }, this.canvas, this.overlay, this.slots, this.reading);
    this.words = h('span', {}, '\u00a0');
    this.hand = new Hand(this);
    this.caption = h('figcaption', { class: 'caption' }, this.hand.switch, this.words, this.hand.line);
    this.failure = h('p', { class: 'failure', role: 'alert', hidden: true });
    this.element = h('figure', { class: 'panel', 'data-board': board.id, tabindex: -1, onpointerdown: () => this.choose() },
      this.glass, this.failure, this.caption);
    this.arranger = new Arranger(this);
    this.paper = board.isPaper ? new Paper(this) : null;
    this.canvas.addEventListener('pointermove', (event) => this.read(event));
    this.canvas.addEventListener('click', (event) => this.select(event));
    this.canvas.addEventListener('pointerleave', () => this.leave());
    on('moment look', () => this.ask());
    on('scenes', () => {
      const { revision } = page.scenes[board.id] ?? {};
      // The first frame has been asked for already.
      this.revision ??= revision;
      this.follow(revision);
    });
    on('builds', () => this.say(this.error));
    on('layouts facts scenes papers showsDamage showsBoxes showsFindings showsHeat widget task', () => this.drawOverlay());
    this.say(null);
    this.ask();
  }

  choose() {
    if (page.board !== this.board.id) setPage({ board: this.board.id, widget: null });
  }

  /** Chooses the widget that is drawn at the place of a click. */
  select(event) {
    if (page.hand === 'touch') return;
    const [x, y] = this.place(event);
    const inside = ({ frame }) => x >= frame.x && y >= frame.y && x < frame.x + frame.width && y < frame.y + frame.height;
    const found = page.scenes[this.board.id]?.widgets.findLast(inside);
    setPage({ board: this.board.id, widget: found?.name ?? null, ...(found ? { tab: 'widgets' } : {}) });
  }

  /** Says nothing of what was under the pointer any more. */
  leave() {
    this.reading.hidden = true;
    this.hovered = null;
    this.drawOverlay();
  }

  /** The pixel of the picture under a pointer. */
  place(event) {
    const bounds = this.canvas.getBoundingClientRect();
    return [
      Math.floor((event.clientX - bounds.left) / bounds.width * this.canvas.width),
      Math.floor((event.clientY - bounds.top) / bounds.height * this.canvas.height),
    ];
  }

  /** Whether the frame of the last wish is shown. */
  get isAtRest() { return !this.isBusy && !this.isWanted && !this.isProvisional; }

  /** Wishes for a frame of the current moment. */
  ask() {
    this.hand.stop();
    this.isWanted = true;
    this.wishedAt = performance.now();
    if (!this.isBusy && !this.isRemoved) this.work();
  }

  /** Wishes for a frame of the board's files as they are now. */
  follow(revision) {
    if (revision === this.revision) return;
    this.revision = revision;
    this.ask();
  }

  /** What a frame is asked for with. */
  request() {
    return {
      view: this.name, sequence: ++this.sequence, base: this.shown, ...wish(), isMoving: moment.isPlaying || moment.isDragged,
    };
  }

  /** Shows what is at hand until no other frame is wished for; then waits for the right one, if that is not at hand. */
  async work() {
    this.isBusy = true;
    while (this.isWanted && !this.isRemoved) {
      this.isWanted = false;
      const wishedAt = this.wishedAt;
      if (!await this.load({ hurries: true })) break;
      this.delays.push(performance.now() - wishedAt);
      if (this.delays.length > 400) this.delays.shift();
    }
    this.isBusy = false;
    if (this.isRemoved || this.failure.hidden === false) return;
    if (this.isProvisional) this.refine();
    else this.settle();
  }

  /** Waits for the frame with the right content. A newer wish takes its place. */
  async refine() {
    const turn = this.turn = {};
    await this.load({ hurries: false });
    if (this.turn !== turn || this.isBusy || this.isRemoved) return;
    this.turn = null;
    if ((this.isProvisional || this.isWanted) && this.failure.hidden) this.ask();
    else this.settle();
  }

  /** Asks for a frame and shows it. Returns whether the server can be asked again. */
  async load(wish) {
    const request = { ...this.request(), ...wish };
    try {
      const first = await this.first;
      this.first = null;
      const found = first ?? await api.frame(this.board.id, request);
      if (!found) return true;
      const { header } = found;
      if (request.sequence < this.shownSequence) return true;
      if (header.base !== undefined && header.base !== this.shown) {
        // Another frame has come in between.
        this.shown = null;
        this.isWanted = true;
        return true;
      }
      const flash = this.paper?.passed(page.facts[this.board.id], header.facts);
      const before = flash && this.picture.copy();
      if (first || this.picture.show(found)) {
        this.overlay.setAttribute('viewBox', `0 0 ${header.widthPx} ${header.heightPx}`);
        this.size();
      }
      this.shows(header);
      if (before) this.paper.pass(flash, before);
      this.say(null);
    } catch (error) {
      this.shown = null;
      this.isProvisional = false;
      this.say(error);
      return error.status !== 0 && error.status !== 401;
    }
    return true;
  }

  /** Notes what the picture shows now. */
  shows(header) {
    this.shown = this.shownSequence = header.sequence;
    this.isProvisional = header.isProvisional;
    page.facts[this.board.id] = header.facts;
    this.element.dataset.sequence = header.sequence;
    this.words.replaceChildren(...this.captionText(header));
    changed('facts');
  }

  captionText({ widthPx, heightPx, facts }) {
    return [h('strong', {}, this.board.name), ` ${widthPx} × ${heightPx} px, `,
      { day: 'day', alwaysOn: 'always-on', night: 'night' }[facts.mode] ?? facts.mode, `, ${clock(Date.parse(facts.at), this.board.zone)}`];
  }

  /** What is wrong, over the last good picture: with the frame, or with a package whose widgets it may show. */
  say(error) {
    this.error = error;
    // Until a build has ended well, also while the next one runs.
    const failed = page.builds.find(({ lines }) => lines.length);
    const lines = error ? [error] : failed?.lines ?? [];
    this.failure.hidden = !lines.length;
    this.element.classList.toggle('is-stale', Boolean(error));
    this.failure.replaceChildren(...lines.map(({ file, line, message, text }) => h('span', {},
      h('strong', {}, file ? `${failed && !error ? `${failed.package}/` : ''}${file}${line ? `:${line}` : ''}: ` : ''), message, text && h('code', {}, text.trim()))));
  }

  /** Once the picture stands, what is drawn in it is asked for. */
  settle() {
    clearTimeout(this.settling);
    if (page.hand === 'touch') this.hand.begin();
    this.settling = setTimeout(() => this.describe(), 250);
  }

  async describe() {
    if (this.isBusy || this.isRemoved) return;
    if (this.isDescribing) { this.settle(); return; }
    this.isDescribing = true;
    const { shown } = this;
    try {
      const layout = await api.post(`boards/${this.board.id}/layout`, this.request());
      if (!layout) return;
      this.hovered = null;
      page.layouts[this.board.id] = { findings: page.layouts[this.board.id]?.findings ?? null, ...layout };
      this.canvas.setAttribute('aria-label', `${this.board.name} shows: ${layout.spoken.map((item) => item.elements.join(', ')).filter(Boolean).join('; ')}`);
      changed('layouts');
      await this.checkScene();
      await this.paper?.load();
      this.described = shown;
    } catch { /* The frame says what is wrong. */ } finally { this.isDescribing = false; }
  }

  /** Findings are about a scene and its content, and change by the hour at most. */
  async checkScene() {
    const { revision } = page.scenes[this.board.id] ?? {};
    const key = JSON.stringify([revision, look, Math.floor(nowMs() / hour)]);
    if (key === this.checked) return;
    const found = await api.post(`boards/${this.board.id}/findings`, this.request());
    if (!found) return;
    const { findings } = found;
    this.checked = key;
    page.layouts[this.board.id] = { ...page.layouts[this.board.id], findings };
    changed('layouts');
  }

  remove() {
    this.isRemoved = true;
    this.hand.stop();
    clearTimeout(this.settling);
    this.element.remove();
  }

  // MARK: size

  /** Scales the canvas to the room that it has: by a whole number, to its true size, or to fit. */
  size() {
    const { widthMm } = this.board;
    const { width, height } = this.canvas;
    const ratio = devicePixelRatio;
    let scale;
    if (page.zoom === 'true') scale = widthMm * cssPixelsAMm() / width * ratio;
    else if (page.zoom !== 'fit') scale = Number(page.zoom);
    else scale = fit(this.room ?? { width: 800, height: 480 }, width, height);
    setScale(this.glass, this.canvas, scale);
    this.scale = scale / ratio;
    this.drawOverlay();
  }

  // MARK: what lies over the picture

  drawOverlay() {
    const layout = page.layouts[this.board.id];
    const line = 1 / (this.scale || 1);
    const box = ({ x, y, width, height }, kind, title) => v('rect', { x, y, width, height, class: kind, 'stroke-width': line },
      title && v('title', {}, title));
    const shapes = [];
    if (page.showsHeat && this.paper) shapes.push(...this.paper.heat());
    if (page.showsDamage && layout?.update) for (const rect of layout.update.damage) shapes.push(box(rect, 'damage', 'redrawn'));
    if (page.showsBoxes && layout) {
      for (const slot of layout.slots) {
        shapes.push(box(slot.frame, 'place'));
        if (slot.content) shapes.push(box(slot.content, 'margin'));
      }
      for (const node of layout.nodes) if (node.isVisible) shapes.push(box(node.frame, ['node', node === this.hovered && 'is-hovered']));
    } else if (this.hovered) shapes.push(box(this.hovered.frame, 'node is-hovered'));
    if (page.showsFindings && layout?.findings) {
      for (const finding of layout.findings) if (finding.frame) shapes.push(...this.pin(finding, line));
    }
    const chosen = page.board === this.board.id && page.scenes[this.board.id]?.widgets.find(({ name }) => name === page.widget);
    if (chosen && page.task === 'look') shapes.push(box(chosen.frame, 'chosen'));
    this.overlay.replaceChildren(...shapes);
  }

  pin(finding, line) {
    const { x, y, width, height } = finding.frame;
    const radius = 8 * line;
    return [
      v('rect', { x, y, width, height, class: ['finding', finding.severity], 'stroke-width': 1.5 * line }),
      v('g', { class: ['pin', finding.severity], transform: `translate(${Math.min(x + width, this.canvas.width - radius)} ${Math.max(y, radius)})` },
        v('circle', { r: radius }), v('text', { 'font-size': 11 * line, y: 4 * line }, '!'), v('title', {}, finding.message)),
    ];
  }

  /** The light of a frame's brightest pixel to that of its darkest, with what the panel reflects of the room. */
  contrast({ x, y, width, height }, facts) {
    const { data } = this.picture.context.getImageData(Math.floor(x), Math.floor(y), Math.max(1, Math.ceil(width)), Math.max(1, Math.ceil(height)));
    let [least, most] = [Infinity, 0];
    for (let at = 0; at < data.length; at += 4) {
      const light = luminance(data[at], data[at + 1], data[at + 2], facts);
      least = Math.min(least, light);
      most = Math.max(most, light);
    }
    return (most + facts.reflectedLuminance) / (least + facts.reflectedLuminance);
  }

  /** Says what is under the pointer: the light of the pixel, and of words their contrast in the room. */
  read(event) {
    if (page.hand === 'touch') return;
    const bounds = this.canvas.getBoundingClientRect();
    const [x, y] = this.place(event);
    if (!this.picture.image || x < 0 || y < 0 || x >= this.canvas.width || y >= this.canvas.height) return;
    const layout = page.layouts[this.board.id];
    const inside = ({ frame }) => x >= frame.x && y >= frame.y && x < frame.x + frame.width && y < frame.y + frame.height;
    const found = layout?.nodes.filter((node) => node.isVisible && inside(node))
      .sort((a, b) => a.frame.width * a.frame.height - b.frame.width * b.frame.height)[0] ?? null;
    const [red, green, blue] = this.picture.image.data.subarray(4 * (y * this.canvas.width + x));
    const code = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('').toUpperCase()}`;
    const facts = page.facts[this.board.id];
    const words = [`${x}, ${y}`, code];
    if (facts?.whiteLuminance) words.push(`${luminance(red, green, blue, facts).toPrecision(2)} cd/m²`);
    if (page.showsHeat && this.paper?.day) words.push(`${this.paper.day.tiles.find(inside)?.count ?? 0} refreshes a day`);
    if (found?.text) words.push(`“${found.text}”`);
    if (found?.fontSizePt) words.push(`${Math.round(found.fontSizePt * 10) / 10} pt`);
    if (found?.text && facts?.whiteLuminance) words.push(`${this.contrast(found.frame, facts).toFixed(1)}:1 in this light`);
    else if (found?.contrast) words.push(`${found.contrast.toFixed(1)}:1${found.contrast < found.leastContrast ? ` (expected ${found.leastContrast.toFixed(1)}:1)` : ''}`);
    this.reading.textContent = words.join('   ');
    this.reading.hidden = false;
    const isLow = event.clientY - bounds.top > bounds.height / 2;
    this.reading.classList.toggle('is-above', isLow);
    if (found !== this.hovered) {
      this.hovered = found;
      this.drawOverlay();
    }
  }
}

function linear(code) {
  const part = code / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

/** Of a pixel, in cd/m², without the room's reflection. */
function luminance(red, green, blue, { whiteLuminance, blackLuminance }) {
  const share = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  return blackLuminance + (whiteLuminance - blackLuminance) * share;
}

const densityKey = 'afterglow-css-pixels-a-mm';

/** CSS pixels of this screen in a millimetre, as a person has measured it; else what CSS assumes. */
export const cssPixelsAMm = () => Number(localStorage.getItem(densityKey)) || 96 / 25.4;

/** Keeps a measured density. */
export function setCssPixelsAMm(value) {
  localStorage.setItem(densityKey, String(value));
  changed('zoom');
}
