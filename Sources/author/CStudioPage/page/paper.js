// E-paper: how often each part of the glass is driven in the day that follows, and how its refreshes look.

import * as api from './api.js';
import { h, v } from './dom.js';
import { apply } from './picture.js';
import { changed, look, moment, nowMs, page } from './state.js';
import { clock, hour } from './time.js';

const names = { full: 'full', fast: 'fast', partial: 'partial', grey: 'in four greys' };
const isCalm = matchMedia('(prefers-reduced-motion: reduce)');

/** The glass of a panel of e-paper. */
export class Paper {
  constructor(panel) {
    this.panel = panel;
    this.day = null;
    this.canvas = h('canvas', { class: 'flash', 'aria-hidden': 'true', hidden: true });
    panel.canvas.after(this.canvas);
  }

  /** Asks for the day that follows, if it is not the one that is here. */
  async load() {
    const { board } = this.panel;
    const at = Math.floor(nowMs() / hour) * hour;
    const key = JSON.stringify([page.scenes[board.id]?.revision, look, at]);
    if (key === this.key) return;
    const request = { ...this.panel.request(), at: new Date(at).toISOString(), isMoving: true };
    const day = await api.post(`boards/${board.id}/paper`, request);
    if (!day) return;
    this.key = key;
    this.day = { ...day, refreshes: day.refreshes.map((refresh) => ({ ...refresh, ms: Date.parse(refresh.at) })) };
    this.day.most = Math.max(1, ...day.tiles.map(({ count }) => count));
    page.papers[board.id] = this.day;
    changed('papers');
  }

  /** The refresh that made what is shown: the last one until an instant. */
  last(ms) { return this.day?.refreshes.findLast((refresh) => refresh.ms <= ms) ?? null; }

  /** The heat as shapes over the picture. */
  heat() {
    return (this.day?.tiles ?? []).map(({ frame, count }) => v('rect', {
      ...frame, class: 'heat', 'fill-opacity': (0.06 + 0.66 * count / this.day.most).toFixed(3),
    }, v('title', {}, `${count} refreshes in a day`)));
  }

  /** While time plays: the flash that lies between two frames; null = none. */
  passed(before, after) {
    if (!moment.isPlaying || moment.speed > 60 || !before || this.isPlaying) return null;
    const [from, to] = [Date.parse(before.at), Date.parse(after.at)];
    return this.day?.refreshes.find(({ ms, kind }) => kind !== 'partial' && ms > from && ms <= to) ?? null;
  }

  /** Shows it over the next frame. */
  async pass(refresh, before) {
    this.isPlaying = true;
    try { await this.flash(refresh, before, 0); } finally { this.isPlaying = false; this.canvas.hidden = true; }
  }

  /** Shows the refresh that made the picture, as long as the glass takes for it. */
  async play() {
    await this.load();
    const refresh = this.last(nowMs());
    if (!refresh || this.isPlaying) return refresh;
    this.isPlaying = true;
    try {
      const { board } = this.panel;
      const before = { ...this.panel.request(), view: '', base: null, at: new Date(refresh.ms - 1).toISOString() };
      const found = await api.frame(board.id, before);
      if (!found) return null;
      const { header, words } = found;
      const image = new ImageData(header.widthPx, header.heightPx);
      apply(words, new Uint32Array(image.data.buffer), header.widthPx);
      await this.flash(refresh, image);
    } finally {
      this.isPlaying = false;
      this.canvas.hidden = true;
    }
    return refresh;
  }

  async flash({ kind, frame }, before, pause = 400) {
    const { canvas } = this;
    const { phases, durations } = this.day;
    [canvas.width, canvas.height] = [before.width, before.height];
    const pen = canvas.getContext('2d');
    pen.putImageData(before, 0, 0);
    canvas.hidden = false;
    const wait = (ms) => new Promise((done) => { setTimeout(done, ms); });
    await wait(pause);
    // Whole panels that flash may harm who asks for less motion; a refresh of a part never flashes.
    if (kind === 'partial' || isCalm.matches) await wait(durations[kind]);
    else {
      for (const phase of phases) {
        pen.globalCompositeOperation = 'source-over';
        if (phase === 'inverted') {
          pen.putImageData(before, 0, 0);
          pen.globalCompositeOperation = 'difference';
          pen.fillStyle = '#FFF';
        } else pen.fillStyle = phase;
        pen.fillRect(frame.x, frame.y, frame.width, frame.height);
        this.panel.element.dataset.flash = phase;
        await wait(durations[kind] / phases.length);
      }
    }
    delete this.panel.element.dataset.flash;
  }
}

/** What is said of a board's glass, next to the panel. */
export function paperFacts(item, play) {
  const day = page.papers[item.id];
  if (!day) return h('p', { class: 'note' }, 'The day is being counted.');
  const count = (kind) => day.refreshes.filter((refresh) => refresh.kind === kind).length;
  const counts = Object.entries(names).map(([kind, name]) => [count(kind), name]).filter(([number]) => number > 0)
    .map(([number, name]) => `${number} ${name}`).join(', ');
  const last = day.refreshes.findLast(({ ms }) => ms <= nowMs());
  const next = day.refreshes.find(({ ms }) => ms > nowMs());
  const said = ({ ms, kind }) => `${clock(ms, item.zone, true)}, ${names[kind]}, ${(day.durations[kind] / 1000).toFixed(1)} s`;
  return [
    h('dl', { class: 'facts' },
      h('dt', {}, 'In a day'), h('dd', {}, counts || 'no refresh'),
      h('dt', {}, 'Rated for'), h('dd', {}, day.life),
      last && [h('dt', {}, 'This picture'), h('dd', {}, said(last))],
      next && [h('dt', {}, 'Next refresh'), h('dd', {}, said(next))]),
    h('div', { class: 'ramp', 'aria-hidden': 'true' }, h('span', {}, '0'), h('i', {}), h('span', {}, `${day.most.toLocaleString('en')} a day`)),
    h('button', { type: 'button', class: 'button', 'data-key': 'flash', disabled: !last, onclick: play }, 'Show this refresh'),
  ];
}
