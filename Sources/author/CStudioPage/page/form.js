// A form made from the schema of a configuration. Each change is written to the file at once; text a moment after the last key.

import * as api from './api.js';
import { Choices } from './choices.js';
import { fill, h, iconButton } from './dom.js';
import { edit } from './editing.js';
import { page } from './state.js';

/** The form of a widget, or without one of the scene or the board. */
export class Form {
  constructor(board, widget, schema, key, op = widget ? 'configure' : 'scene') {
    this.board = board;
    this.widget = widget;
    this.op = op;
    this.element = h('form', { class: 'form', onsubmit: (event) => event.preventDefault() });
    this.timers = new Map();
    this.update(schema, key);
  }

  /** Takes another state of the file. Fields that a person types in keep what is typed. */
  update(schema, key) {
    this.key = key;
    const structure = JSON.stringify(schema.fields.map(({ path, kind, choices }) => [path, kind, choices]));
    if (structure !== this.structure) {
      this.structure = structure;
      this.fields = new Map(schema.fields.map((field) => [field.path.join('.'), new Field(this, field)]));
      const groups = Map.groupBy(schema.fields, (field) => field.group ?? '');
      fill(this.element, ...[...groups].map(([title, fields]) => {
        const inside = fields.map((field) => this.fields.get(field.path.join('.')).element);
        return title ? h('details', { class: 'group', open: fields.some((field) => field.value !== null && field.value !== undefined) }, h('summary', {}, title), inside) : inside;
      }).flat());
    }
    for (const field of schema.fields) this.fields.get(field.path.join('.')).take(field);
  }

  change(path, value) { return { op: this.op, widget: this.widget?.name, path, value }; }

  /** Writes a value; null removes the key, so that its default holds. */
  set(path, value, isTyped) {
    const name = path.join('.');
    clearTimeout(this.timers.get(name));
    const write = () => edit(this.board, this.change(path, value), null,
      (problem) => this.fields.get(name)?.say(problem));
    if (isTyped) this.timers.set(name, setTimeout(write, 120));
    else write();
  }
}

let count = 0;

/** One value of a form. */
class Field {
  constructor(form, field) {
    this.form = form;
    this.id = `field-${++count}`;
    this.help = h('small', { id: `${this.id}-help` });
    this.problem = h('small', { class: 'problem', id: `${this.id}-problem`, role: 'alert' });
    this.element = h('div', { class: ['field', field.kind] });
    this.make(field);
  }

  make(field) {
    const { path, kind, title } = field;
    const canEdit = page.rights.edit && !field.isReadOnly;
    const common = {
      id: this.id, 'data-key': path.join('.'), disabled: !canEdit, 'aria-describedby': `${this.id}-help ${this.id}-problem`,
    };
    const set = (value, isTyped) => this.form.set(path, value, isTyped);
    const typed = (event) => set(event.target.value === '' ? null : event.target.value, true);
    const text = (attributes = {}) => h('input', { type: 'text', autocomplete: 'off', spellcheck: 'false', ...common, oninput: typed, ...attributes });
    if (field.pictures && kind !== 'color') {
      // Where the default is one of them, it is chosen by leaving the key out.
      const standard = field.choices?.some(([value]) => value === field.defaultText) ? field.defaultText : null;
      const offers = field.offers?.map(({ value, title }) => [value ?? null, title])
        ?? [...(standard ? [] : [[null, /^none\b/.test(field.defaultText ?? '') ? 'None' : 'Default']]), ...field.choices];
      this.makeChoices(field, offers, (value) => set(value === standard ? null : value), !canEdit);
      this.standard = standard;
      return;
    }
    const makers = {
      text: () => text({ maxlength: field.maximumCount, spellcheck: 'true' }),
      longText: () => h('textarea', { rows: 3, maxlength: field.maximumCount, ...common, oninput: typed }),
      number: () => text({
        type: 'number', min: field.minimum, max: field.maximum, step: field.step ?? 'any',
        oninput: (event) => event.target.value === '' ? set(null, true) : event.target.validity.valid && set(event.target.valueAsNumber, true),
      }),
      switch: () => h('input', { type: 'checkbox', role: 'switch', ...common, onchange: (event) => set(event.target.checked) }),
      choice: () => h('select', { ...common, onchange: (event) => set(event.target.value || null) },
        h('option', { value: '' }, field.defaultText ? `default: ${field.defaultText}` : 'default'),
        field.choices.map(([value, label]) => h('option', { value }, label))),
      date: () => text({ type: field.hasTime ? 'datetime-local' : 'date' }),
      color: () => this.colors(field, common, set),
      symbol: () => this.search(field, common, set, 'symbols', (item) => [h('i', { class: 'symbol', 'aria-hidden': 'true' }, item.glyph), item.name, item.detail && h('small', {}, item.detail)]),
      zone: () => this.search(field, common, set, 'zones', (item) => [item.name, h('small', {}, item.detail)]),
      place: () => this.search(field, common, set, 'places', (item) => [item.name, h('small', {}, item.detail)]),
      file: () => this.search(field, common, set, `boards/${this.form.board}/files?kind=${field.files ?? ''}`, (item) => [item.name, h('small', {}, item.detail)]),
      list: () => this.listed(field, common, set),
      other: () => h('output', common),
    };
    this.input = (makers[kind] ?? makers.other)();
    const label = h('label', { for: this.id }, title);
    this.element.append(...(kind === 'switch' ? [h('div', { class: 'line' }, label, this.input)] : [label, this.input]), this.help, this.problem);
  }

  /** Values as pictures of the panel, or of its widget. */
  makeChoices(field, offers, set, isDisabled) {
    this.choices = new Choices({
      board: this.form.board, widget: field.pictures === 'widget' ? this.form.widget?.name : null, label: field.title, offers, isDisabled,
      edit: (value) => this.form.change(field.path, value), choose: (value) => set(value),
    });
    this.choices.element.dataset.key = field.path.join('.');
    this.input = this.choices.element;
    this.element.append(h('span', { class: 'name' }, field.title), this.input, this.help, this.problem);
  }

  /** Shows the value of the file. */
  take(field) {
    const { value, kind } = field;
    this.value = value;
    if (this.choices && !this.swatches) {
      this.choices.show(value ?? this.standard, this.form.key);
      this.help.textContent = [field.help, field.isReadOnly && field.reason].filter(Boolean).join('. ');
      return;
    }
    const isTyping = document.activeElement === this.input || this.input.contains(document.activeElement);
    if (kind === 'list') this.fillList(field);
    else if (kind === 'color') this.fillColors(value);
    else if (kind === 'switch') this.input.checked = value ?? field.default ?? false;
    else if (kind === 'other') this.input.textContent = value === null || value === undefined ? 'not set' : typeof value === 'string' ? value : JSON.stringify(value);
    else if (!isTyping) {
      const input = this.box ?? this.input;
      input.value = value === null || value === undefined ? '' : kind === 'place' ? value.name ?? '' : String(value);
      if (field.defaultText && kind !== 'choice') input.placeholder = field.defaultText;
    }
    this.help.textContent = [field.help, field.isReadOnly && field.reason].filter(Boolean).join('. ');
  }

  /** Says why the last change was not made; the file still has the value before. */
  say(problem) {
    this.problem.textContent = problem ?? '';
    (this.box ?? this.input).setAttribute('aria-invalid', String(Boolean(problem)));
    if (problem) this.problem.scrollIntoView({ block: 'nearest' });
  }

  /** A text whose values are looked up while it is typed. */
  search(field, common, set, path, row) {
    const list = h('ul', { class: 'options', role: 'listbox', id: `${this.id}-list`, hidden: true });
    const input = this.box = h('input', {
      type: 'text', role: 'combobox', autocomplete: 'off', spellcheck: 'false', 'aria-expanded': 'false', 'aria-controls': list.id, ...common,
    });
    let items = [], chosen = -1, turn = 0, wholeQuery = null;
    const close = () => { turn++; wholeQuery = null; list.hidden = true; input.setAttribute('aria-expanded', 'false'); input.removeAttribute('aria-activedescendant'); chosen = -1; };
    const take = (item) => {
      if (item.isMore) { wholeQuery = item.query; look(item.query, items.length - 1); return; }
      input.value = item.name;
      close();
      set(item.value ?? item.name);
    };
    const mark = (index) => {
      chosen = index;
      [...list.children].forEach((option, at) => option.setAttribute('aria-selected', String(at === index)));
      if (index >= 0) {
        input.setAttribute('aria-activedescendant', list.children[index].id);
        list.children[index].scrollIntoView({ block: 'nearest' });
      }
    };
    // Of many, the first are offered, and all of them if they are asked for: each can be reached with a pointer alone.
    const look = async (query, place = -1) => {
      const own = ++turn;
      const count = query === wholeQuery ? '&count=500' : '';
      const found = await api.get(`${path}${path.includes('?') ? '&' : '?'}query=${encodeURIComponent(query)}${count}`).catch(() => null);
      if (own !== turn) return;
      items = found?.items ?? [];
      if (!count && found?.total > items.length) items.push({ isMore: true, query, name: `All ${found.total}` });
      list.replaceChildren(...items.map((item, index) => h('li', {
        role: 'option', id: `${this.id}-option-${index}`, class: item.isMore && 'more', 'aria-selected': 'false', onpointerdown: (event) => { event.preventDefault(); take(item); },
      }, item.isMore ? item.name : row(item))));
      list.hidden = !items.length;
      input.setAttribute('aria-expanded', String(items.length > 0));
      chosen = -1;
      if (place >= 0) mark(place);
    };
    // Whatever the value is, others are offered; typing takes its place.
    input.addEventListener('focus', () => { input.select(); look(''); });
    input.addEventListener('click', () => { if (list.hidden) look(''); });
    input.addEventListener('input', () => {
      look(input.value);
      if (!field.isStrict) set(input.value === '' ? null : input.value, true);
      else if (input.value === '') set(null, true);
    });
    input.addEventListener('blur', close);
    input.addEventListener('keydown', (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step && items.length) { event.preventDefault(); mark((chosen + step + items.length) % items.length); }
      else if (event.key === 'Enter' && chosen >= 0) { event.preventDefault(); take(items[chosen]); }
      else if (event.key === 'Escape' && !list.hidden) { event.preventDefault(); event.stopPropagation(); close(); }
    });
    return h('div', { class: 'combo' }, input, list);
  }

  /** The colours of the look, and any other. */
  colors(field, common, set) {
    this.swatches = (field.palette ?? []).map(([value, name]) => h('button', {
      type: 'button', class: 'swatch', style: { '--swatch': value }, 'aria-label': name, title: name, 'data-value': value, disabled: common.disabled,
      onclick: () => set(value),
    }));
    this.picker = h('input', { type: 'color', ...common, onchange: (event) => set(event.target.value.toUpperCase()) });
    if (field.offers) {
      const offers = [[null, 'default'], ...field.offers.map(({ value, title }) => [value, title])];
      this.choices = new Choices({
        board: this.form.board, widget: null, label: field.title, offers, isDisabled: common.disabled,
        edit: (value) => this.form.change(field.path, value), choose: (value) => set(value),
      });
    }
    return h('div', { class: 'colors' }, this.choices?.element ?? this.swatches, this.picker,
      h('button', { type: 'button', class: 'button', disabled: common.disabled, onclick: () => set(null) }, 'Default'));
  }

  fillColors(value) {
    this.choices?.show(value, this.form.key);
    for (const swatch of this.swatches) swatch.setAttribute('aria-pressed', String(swatch.dataset.value.toLowerCase() === String(value).toLowerCase()));
    if (value) this.picker.value = value.toLowerCase();
  }

  /** Items of one kind: texts, or mappings with fields of their own. */
  listed(field, common, set) {
    this.items = h('ol', { class: 'items' });
    const add = h('button', {
      type: 'button', class: 'button', disabled: common.disabled, onclick: () => set([...(this.value ?? field.default ?? []), field.newItem ?? '']),
    }, 'Add');
    return h('div', { id: this.id, role: 'group' }, this.items, add);
  }

  fillList(field) {
    const list = this.value ?? field.default ?? [];
    const canEdit = page.rights.edit && !field.isReadOnly;
    if (this.items.contains(document.activeElement) && this.items.children.length === list.length) return;
    const change = (index, item) => this.form.set(field.path, list.map((old, at) => at === index ? item : old), true);
    this.items.replaceChildren(...list.map((item, index) => h('li', {},
      typeof item === 'object'
        ? h('div', { class: 'parts' }, field.parts.map(([key, title]) => h('input', {
          type: 'text', 'aria-label': `${title} of item ${index + 1}`, placeholder: title, value: item[key] ?? '', disabled: !canEdit,
          'data-key': `${field.path.join('.')}.${index}.${key}`, oninput: (event) => change(index, { ...item, [key]: event.target.value }),
        })))
        : h('input', {
          type: 'text', 'aria-label': `${field.title}, item ${index + 1}`, value: item, disabled: !canEdit, 'data-key': `${field.path.join('.')}.${index}`,
          oninput: (event) => change(index, event.target.value),
        }),
      canEdit && iconButton('close', `Remove item ${index + 1}`, () => {
        const rest = list.filter((_, at) => at !== index);
        this.form.set(field.path, rest.length ? rest : null);
      }))));
  }
}
