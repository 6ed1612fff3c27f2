// What stands next to the panel: what the firmware knows, what is wrong, the widgets with their forms, and the scene.

import * as api from './api.js';
import { fill, h, icon } from './dom.js';
import { edit } from './editing.js';
import { Form } from './form.js';
import { paperFacts } from './paper.js';
import { drawRunning } from './running.js';
import { familyName } from './scenes.js';
import { board, look, on, page, setLook, setPage } from './state.js';
import { openVariants } from './variants.js';
import { bytes, clock, full, luxText, relative } from './time.js';

const tabs = [['facts', 'Facts'], ['findings', 'Findings'], ['widgets', 'Widgets'], ['scene', 'Scene'], ['board', 'Board'], ['panel', 'Panel']];

/** The right part of the page; on a phone a sheet from below. */
export class Inspector {
  constructor(element) {
    this.element = element;
    this.body = h('div', { class: 'tab-body', role: 'tabpanel', id: 'tab-body', tabindex: 0 });
    this.list = h('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Inspector', onkeydown: (event) => this.key(event) });
    element.append(this.list, this.body);
    this.form = null;
    on('tab widget board scenes', () => this.draw());
    on('layouts facts papers known showsDamage showsBoxes showsFindings showsHeat', () => this.drawLive());
    this.draw();
  }

  key(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const index = (tabs.findIndex(([id]) => id === page.tab) + step + tabs.length) % tabs.length;
    setPage({ tab: tabs[index][0] });
    this.list.querySelector('[aria-selected=true]').focus();
  }

  draw() {
    const place = `${page.board}/${page.tab}/${page.widget}`;
    if (place !== this.place) this.body.scrollTop = 0;
    this.place = place;
    const count = page.layouts[page.board]?.findings?.length ?? 0;
    this.list.replaceChildren(...tabs.map(([id, title]) => h('button', {
      type: 'button', role: 'tab', id: `tab-${id}`, 'aria-controls': 'tab-body', 'aria-selected': String(id === page.tab),
      tabindex: id === page.tab ? 0 : -1, onclick: () => setPage({ tab: id }),
    }, title, id === 'findings' && count > 0 && h('span', { class: 'count' }, count))));
    this.body.setAttribute('aria-labelledby', `tab-${page.tab}`);
    if (page.tab === 'widgets') this.drawWidgets();
    else if (page.tab === 'scene') this.drawScene();
    else if (page.tab === 'panel') drawRunning(this.body, () => page.tab === 'panel');
    else if (page.tab === 'board') this.drawBoard();
    else this.drawLive();
  }

  drawLive() {
    const badge = this.list.querySelector('#tab-findings');
    const count = page.layouts[page.board]?.findings?.length ?? 0;
    if (badge && badge.textContent !== `Findings${count || ''}`) {
      badge.replaceChildren('Findings', ...(count ? [h('span', { class: 'count' }, count)] : []));
    }
    if (page.tab === 'facts') this.drawFacts();
    else if (page.tab === 'findings') this.drawFindings();
  }

  // MARK: facts

  drawFacts() {
    const facts = page.facts[page.board];
    const item = board();
    if (!facts || !item) return fill(this.body, h('p', { class: 'empty' }, 'The first frame is on its way.'));
    const share = facts.archive.bytes / facts.archive.budget;
    const at = Date.parse(facts.at);
    const update = page.layouts[page.board]?.update;
    const wake = update?.nextWake && Date.parse(update.nextWake);
    return fill(this.body,
      this.views(),
      h('dl', { class: 'facts' },
        fact('Shown', full(at, item.zone)),
        update && fact('Last update', `${full(Date.parse(update.at), item.zone)}, because of ${update.cause.replaceAll('+', ' and ')}`),
        fact('Mode', `${modeName(facts.mode)}, ${facts.reason}${facts.room == null ? '' : `, at ${luxText(facts.room)}`}`),
        update && fact('Next change', wake ? `${clock(wake, item.zone, true)}, ${relative(wake, at)}` : 'none that is known'),
        at > page.known[page.board] && fact('Content', `known until ${full(page.known[page.board], item.zone)}; this is what stands if no source answers until then`),
        facts.nextReload && fact('Next reload', `${full(Date.parse(facts.nextReload), item.zone)}`),
        update && fact('Redrawn', `${update.damage.length} ${update.damage.length === 1 ? 'rectangle' : 'rectangles'}, ${percent(update.damagedShare)} of the panel`),
        update && fact('Pixels changed', `${update.changedPx.toLocaleString('en')} (${percent(update.changedPx / (item.widthPx * item.heightPx))})`),
        facts.meanLuminance != null && fact('Mean luminance', `${facts.meanLuminance.toPrecision(2)} cd/m² of ${Math.round(facts.whiteLuminance)}`)),
      h('section', {}, h('h3', {}, 'Memory'),
        h('div', { class: ['meter', share > 1 ? 'is-over' : share >= 0.75 ? 'is-near' : ''] },
          h('meter', { min: 0, max: 1, value: Math.min(1, share), 'aria-label': 'Archive in the board’s budget' }),
          h('span', {}, `${bytes(facts.archive.bytes)} of ${bytes(facts.archive.budget)} (${percent(share)})`)),
        facts.memory && h('p', { class: 'note' }, facts.memory)),
      item.isPaper && h('section', {}, h('h3', {}, 'Glass'), paperFacts(item, () => this.element.dispatchEvent(new CustomEvent('flash', { bubbles: true })))),
      this.spoken());
  }

  views() {
    const view = (key, label, title) => h('label', { class: 'chip', title }, h('input', {
      type: 'checkbox', checked: page[key], 'data-key': key, onchange: (event) => setPage({ [key]: event.target.checked }),
    }), h('span', {}, label));
    return h('div', { class: 'chips', role: 'group', 'aria-label': 'Over the picture' },
      view('showsDamage', 'Damage', 'What the last update redrew (D)'), view('showsBoxes', 'Boxes', 'Layout boxes and margins (B)'),
      view('showsFindings', 'Findings', 'Remarks, pinned to their place'),
      board().isPaper && view('showsHeat', 'Heat', 'How often each part of the glass is driven in a day (H)'));
  }

  spoken() {
    const spoken = (page.layouts[page.board]?.spoken ?? []).filter(({ elements }) => elements.length);
    return h('section', {}, h('h3', {}, 'As it is read aloud'),
      spoken.length ? h('ol', { class: 'spoken' }, spoken.map(({ widget, elements }) => h('li', {}, h('b', {}, widget), h('ul', {}, elements.map((text) => h('li', {}, text))))))
        : h('p', { class: 'note' }, 'Nothing is read aloud.'));
  }

  // MARK: findings

  drawFindings() {
    const findings = page.layouts[page.board]?.findings;
    if (!findings) return fill(this.body, h('p', { class: 'empty' }, 'The scene is being checked.'));
    if (!findings.length) return fill(this.body, h('p', { class: 'empty' }, 'No problems, and no advice.'));
    return fill(this.body, h('ul', { class: 'findings' }, findings.map((finding) => h('li', { class: finding.severity },
      h('button', { type: 'button', onclick: () => finding.widget && setPage({ widget: finding.widget, showsFindings: true }) },
        icon('warning'), h('span', {}, h('b', {}, `${finding.severity}${finding.widget ? `, ${finding.widget}` : ''}`), h('span', {}, finding.message),
          h('small', {}, [finding.file && `${finding.file}${finding.line ? `:${finding.line}` : ''}`, finding.rule && `rule ${finding.rule}`].filter(Boolean).join(' · '))))))));
  }

  // MARK: widgets

  drawWidgets() {
    const scene = page.scenes[page.board];
    if (!scene) return fill(this.body, h('p', { class: 'empty' }, 'The scene is on its way.'));
    const widget = scene.widgets.find(({ name }) => name === page.widget);
    // The focus goes with a person into a form, and back to its row.
    const hadFocus = this.body.contains(document.activeElement);
    if (!widget) {
      const last = this.form?.widget?.name;
      this.form = null;
      fill(this.body, this.problems(scene), h('ul', { class: 'rows' }, scene.widgets.map((item) => h('li', {}, this.row(item)))));
      if (hadFocus && last) this.body.querySelector(`[data-key="${CSS.escape(last)}"]`)?.focus();
      return null;
    }
    return this.drawForm(`form?widget=${encodeURIComponent(widget.name)}`, () => page.widget === widget.name,
      (schema, key) => new Form(page.board, widget, schema, key),
      (form) => {
        this.head = h('div', { class: 'title' }, this.title(widget));
        fill(this.body, this.head, form);
        if (hadFocus) this.head.querySelector('button').focus({ preventScroll: true });
      },
      () => this.head.replaceChildren(...this.title(widget)));
  }

  /** Draws a form with what the file has now: a new one, or the one that is there, in which a person may be typing.
   *  @param isWanted whether the place is still the one that was asked for.
   *  @param place puts a new form into the page. */
  async drawForm(path, isWanted, make, place, updated = () => {}) {
    const { board: id, tab } = page;
    const name = `${id}/${tab}/${path}`;
    const key = `${name}/${page.scenes[id]?.revision}`;
    const isThere = () => this.formName === name && this.body.contains(this.form?.element);
    if (this.asked === key || isThere() && this.form.key === key) return;
    this.asked = key;
    try {
      const schema = await api.get(`boards/${id}/${path}`);
      if (this.asked !== key || page.board !== id || page.tab !== tab || !isWanted()) return;
      if (isThere()) {
        this.form.update(schema, key);
        updated();
      } else {
        this.form = make(schema, key);
        this.formName = name;
        place(this.form.element);
      }
    } catch (error) {
      if (this.asked !== key || page.board !== id || page.tab !== tab) return;
      this.form = null;
      place(h('p', { class: 'empty' }, error.message));
    } finally { if (this.asked === key) this.asked = null; }
  }

  problems({ problems }) {
    return problems.length > 0 && h('ul', { class: 'findings' }, problems.map(({ file, line, message }) => h('li', { class: 'error' },
      h('p', {}, h('b', {}, `${file}:${line}`), ' ', message))));
  }

  row({ name, title, family, line, problems }) {
    return h('button', { type: 'button', 'data-key': name, onclick: () => setPage({ widget: name }) },
      h('span', {}, h('b', {}, name), h('small', {}, `${title}, ${familyName(family)}`), problems.map((problem) => h('small', { class: 'problem' }, problem))),
      h('small', {}, line ? `line ${line}` : ''));
  }

  title(widget) {
    const name = `family-${widget.name}`;
    return [
      h('button', { type: 'button', class: 'button', 'data-key': 'all', onclick: () => setPage({ widget: null }) }, 'All widgets'),
      h('h2', {}, widget.title), h('p', { class: 'note' }, `${widget.name}, line ${widget.line} of scene.yaml`),
      h('button', { type: 'button', class: 'button', 'data-key': 'variants', onclick: () => openVariants(page.board, widget.name) }, 'All families and modes'),
      widget.problems.map((problem) => h('p', { class: 'problem' }, problem)),
      h('fieldset', { class: 'families' }, h('legend', {}, 'Family'), widget.families.map(({ family, refusal, isDisfavoured }) => h('label', {
        class: ['chip', refusal && 'is-refused'], title: refusal ?? (isDisfavoured ? 'The widget says that this does not suit the place.' : null),
      }, h('input', {
        type: 'radio', name, 'data-key': `family-${family}`, checked: family === widget.family, disabled: Boolean(refusal) || !page.rights.edit,
        onchange: async () => { if (!await edit(page.board, { op: 'family', widget: widget.name, family })) this.head.replaceChildren(...this.title(widget)); },
      }), h('span', {}, familyName(family))))),
    ].flat();
  }

  // MARK: the scene

  drawScene() {
    return this.drawForm('form', () => true, (schema, key) => new Form(page.board, null, schema, key),
      (form) => fill(this.body, this.trials(), h('section', {}, h('h2', {}, 'In scene.yaml'), form)));
  }

  // MARK: the board

  drawBoard() {
    return this.drawForm('form?file=board', () => true, (schema, key) => new Form(page.board, null, schema, key, 'board'),
      (form) => fill(this.body, h('section', {}, h('h2', {}, 'In board.yaml'), form)));
  }

  /** What is tried on the page only, without a change of any file. */
  trials() {
    const choose = (label, key, choices) => h('label', { class: 'field' }, h('span', {}, label), h('select', {
      'data-key': key, onchange: (event) => setLook({ [key]: event.target.value || null }),
    }, h('option', { value: '' }, 'as the scene says'), choices.map(([value, text]) => h('option', { value, selected: look[key] === value }, text))));
    const { trials } = page;
    return h('section', { class: 'form' }, h('h2', {}, 'Try, without changing the file'),
      h('label', { class: 'field' }, h('span', {}, 'Content'), h('select', {
        'data-key': 'content', onchange: (event) => setLook({ content: event.target.value }),
      }, trials.contents.map(([value, text]) => h('option', { value, selected: look.content === value }, text)))),
      choose('Appearance', 'appearance', trials.appearances), choose('Size of text', 'typeSize', trials.typeSizes),
      choose('Language', 'locale', trials.locales), choose('Host', 'host', trials.hosts));
  }
}

const fact = (name, value) => value === null || value === undefined || value === '' ? null : [h('dt', {}, name), h('dd', {}, value)];
const percent = (share) => `${share > 0 && share < 0.01 ? (share * 100).toFixed(2) : Math.round(share * 100)} %`;
const modeName = (mode) => ({ day: 'Day', alwaysOn: 'Always-on', night: 'Night' })[mode] ?? mode;
