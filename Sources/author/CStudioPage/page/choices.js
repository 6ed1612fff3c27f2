// Pictures to choose from: each shows what the panel would show with another value.

import * as api from './api.js';
import { h } from './dom.js';
import { page, wish } from './state.js';

let queue = Promise.resolve();
let count = 0;

/** Equal for equal values, whatever the order of their keys. */
const text = (value) => JSON.stringify(value && typeof value === 'object' ? Object.entries(value).sort() : value ?? null).toLowerCase();

/** A value that is chosen by its picture. */
export class Choices {
  /**
   * @param edit makes the change of a value, as `api.trial` takes it.
   * @param widget the one that is shown; null = the whole panel.
   * @param offers pairs of a value and its name.
   */
  constructor({ board, widget, label, offers, isDisabled, edit, choose }) {
    Object.assign(this, { board, widget, edit, offers });
    const name = `choice-${++count}`;
    this.addresses = new Map();
    this.inputs = offers.map(([value, title]) => h('input', {
      type: 'radio', name, disabled: isDisabled, 'aria-label': title, onchange: () => choose(value),
    }));
    this.images = offers.map(([, title]) => h('img', { alt: '', title }));
    this.notes = offers.map(() => h('small', {}));
    /** How many pictures are on their way. */
    this.waiting = 0;
    this.element = h('div', { class: ['choices', widget ? 'of-widget' : 'of-panel'], role: 'radiogroup', 'aria-label': label }, offers.map(([, title], index) => h('label', { class: 'choice-card' },
      this.inputs[index], h('span', { class: 'frame' }, this.images[index]), h('span', {}, title), this.notes[index])));
    this.seen = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) this.load();
    });
    this.seen.observe(this.element);
  }

  /** Marks the value of the file; its neighbours are drawn anew when it stands. */
  show(value, revision) {
    this.inputs.forEach((input, index) => { input.checked = text(this.offers[index][0]) === text(value); });
    if (revision === this.revision) return;
    const isFirst = this.revision === undefined;
    this.revision = revision;
    if (isFirst) return;
    if (!this.timer) this.wait(1);
    clearTimeout(this.timer);
    // What is typed elsewhere changes these too.
    this.timer = setTimeout(() => { this.timer = null; this.drawn = null; this.load(); this.wait(-1); }, 1500);
  }

  wait(change) {
    this.waiting += change;
    this.element.dataset.waiting = this.waiting;
  }

  load() {
    const drawn = JSON.stringify([this.revision, wish()]);
    if (drawn === this.drawn || !page.rights.edit || !this.element.checkVisibility()) return;
    this.drawn = drawn;
    // One after another: a person looks at the panel meanwhile.
    this.offers.forEach(([value], index) => {
      this.wait(1);
      queue = queue.then(() => this.draw(index, value, drawn)).then(() => this.wait(-1));
    });
  }

  async draw(index, value, drawn) {
    if (drawn !== this.drawn || !this.element.isConnected) return;
    const image = this.images[index];
    try {
      const address = await api.trial(this.board, { frame: { ...wish(), at: new Date(wish().at ?? Date.now()).toISOString() }, edits: [this.edit(value)], widget: this.widget });
      image.src = address;
      await image.decode();
      const old = this.addresses.get(index);
      if (old) URL.revokeObjectURL(old);
      this.addresses.set(index, address);
      image.classList.add('is-loaded');
      this.notes[index].textContent = '';
    } catch (error) {
      this.notes[index].textContent = error.message ?? '';
    }
  }
}
