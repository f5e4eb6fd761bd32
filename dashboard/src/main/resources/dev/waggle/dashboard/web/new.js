import { useEffect, useRef, useState } from "./preact.js";
import { get, post, uniqueKey, url } from "./api.js";
import { percent } from "./format.js";
import { el, Button, ButtonLink, Field, Loaded, PageHead, Problem, Section, useLoad } from "./ui.js";
import { t, tn } from "./words.js";

const STRATEGIES = ["confidence-weighted", "voting", "bayesian", "entropy", "hierarchical", "learned"];
const UNITS = [["m", "minutes"], ["h", "hours"], ["d", "days"]];
const MAX_SEATS = 50;

/** Names by which the server, or a flag that it reads, names a field of the form. */
const NAMES = {
  question: ["question"],
  context: ["context"],
  template: ["template", "--template"],
  models: ["models", "--model", "model ", "no model", "provider", "key of"],
  agents: ["agents", "--agents"],
  seats: ["seats", "--seat-later", "a seat", "deadline", "two seats", "the id"],
  requireApproval: ["requireApproval", "--require-approval", "veto", "--veto"],
  strategy: ["strategy", "--strategy"],
  threshold: ["threshold", "--threshold"],
  maxRounds: ["maxRounds", "--max-rounds"],
  timeoutSeconds: ["timeoutSeconds", "--timeout"],
  budgetUsd: ["budgetUsd", "--budget-usd"],
  budgetTokens: ["budgetTokens", "--budget-tokens"],
};

/** The field that a refusal is about: the one whose name comes first in its words; empty for none. */
function fieldOf(problem) {
  const words = problem.detail || "";
  let field = "";
  let first = Infinity;
  for (const [one, names] of Object.entries(NAMES)) {
    for (const name of names) {
      const at = words.indexOf(name);
      if (at >= 0 && at < first) {
        first = at;
        field = one;
      }
    }
  }
  return field;
}

function sentence(problem) {
  return problem.remedy ? `${problem.detail}. ${problem.remedy}`.replace(/([.!?])\.\s/, "$1 ") : problem.detail;
}

/** An id for a seat: its name in letters that a vote can name. */
function seatId(name, index) {
  return name.toLowerCase().normalize("NFKD").replace(/[^\p{L}\p{N}_.-]+/gu, "-").replace(/^-+|-+$/g, "").slice(0, 40)
    || `person-${index + 1}`;
}

function ordered(seat, index) {
  return { id: seatId(seat.name, index), name: seat.name.trim() || undefined, role: seat.role.trim() || undefined,
    deadline: `${seat.amount}${seat.unit}` };
}

function number(text) {
  return text === "" ? undefined : Number(text);
}

/** The order without what was left empty. */
function compact(order) {
  return Object.fromEntries(Object.entries(order).filter(([, value]) => value !== undefined && value !== ""
    && !(Array.isArray(value) && value.length === 0)));
}

/** Sends orders, each under a key, so that a second press of the button starts nothing. */
function useOrder() {
  const key = useRef(uniqueKey());
  const [problem, setProblem] = useState(null);
  const [isBusy, setBusy] = useState(false);
  const form = useRef(null);
  useEffect(() => {
    if (problem && form.current) {
      const wrong = form.current.querySelector("[aria-invalid=true]") || form.current.querySelector("[role=alert]");
      if (wrong) {
        wrong.closest("details")?.setAttribute("open", "");
        wrong.scrollIntoView({ block: "center" });
        wrong.focus();
      }
    }
  }, [problem]);
  async function send(order) {
    setBusy(true);
    setProblem(null);
    try {
      const run = await post(url(["v1", "solves"]), compact(order), { headers: { "Idempotency-Key": key.current } });
      location.assign(url(["runs", run.run]));
    } catch (refused) {
      if (refused.status >= 400 && refused.status < 500) {
        key.current = uniqueKey();
      }
      setProblem(refused);
      setBusy(false);
    }
  }
  const field = problem ? fieldOf(problem) : "";
  return { send, isBusy, form, problem: problem && field === "" ? problem : null,
    error: (name) => (name === field ? sentence(problem) : undefined) };
}

function Submit({ order, label }) {
  return el("div.submit", null,
    order.problem && el(Problem, { problem: order.problem }),
    el("button.button.main", { type: "submit", disabled: order.isBusy }, order.isBusy ? t("new.starting") : label));
}

function NumberField({ label, hint, error, value, onInput, ...range }) {
  return el(Field, { label, hint, error, class: "short" }, (field) => el("input", { ...field, ...range, type: "number",
    inputmode: "decimal", value, onInput: (event) => onInput(event.target.value) }));
}

function Strategy({ rules, change, error }) {
  return el(Field, { label: t("new.strategy"), hint: rules.strategy && t(`new.strategyHint.${rules.strategy}`), error },
    (field) => el("select", { ...field, value: rules.strategy, onChange: (event) => change({
      strategy: event.target.value }) },
    el("option", { value: "" }, t("new.usual")),
    STRATEGIES.map((name) => el("option", { key: name, value: name }, t(`new.strategyName.${name}`)))));
}

function Threshold({ rules, change, error }) {
  return el(Field, { label: t("new.threshold"), hint: t("new.thresholdHint"), error }, (field) => el("div.range", null,
    el("input", { ...field, type: "range", min: 0, max: 100, step: 5, value: Math.round((rules.threshold ?? 0.7) * 100),
      "aria-valuetext": rules.threshold === null ? t("new.usual") : percent(rules.threshold),
      onInput: (event) => change({ threshold: Number(event.target.value) / 100 }) }),
    el("output.number", { for: field.id }, rules.threshold === null ? t("new.usual") : percent(rules.threshold))));
}

const RULES = { strategy: "", threshold: null, maxRounds: "", timeout: "", budgetUsd: "", budgetTokens: "" };

function Rules({ rules, change, error, withBudget }) {
  return el("div.fields", null,
    el(Strategy, { rules, change, error: error("strategy") }),
    el(Threshold, { rules, change, error: error("threshold") }),
    el(NumberField, { label: t("new.maxRounds"), value: rules.maxRounds, min: 1, max: 1000, error: error("maxRounds"),
      onInput: (maxRounds) => change({ maxRounds }) }),
    withBudget && el(NumberField, { label: t("new.timeout"), value: rules.timeout, min: 1, error: error("timeoutSeconds"),
      onInput: (timeout) => change({ timeout }) }),
    withBudget && el(NumberField, { label: t("new.budgetUsd"), hint: t("new.budgetHint"), value: rules.budgetUsd, min: 0,
      step: 0.01, error: error("budgetUsd"), onInput: (budgetUsd) => change({ budgetUsd }) }),
    withBudget && el(NumberField, { label: t("new.budgetTokens"), value: rules.budgetTokens, min: 1,
      error: error("budgetTokens"), onInput: (budgetTokens) => change({ budgetTokens }) }));
}

function ruled(rules) {
  return { strategy: rules.strategy, threshold: rules.threshold === null ? undefined : rules.threshold,
    maxRounds: number(rules.maxRounds), timeoutSeconds: number(rules.timeout), budgetUsd: number(rules.budgetUsd),
    budgetTokens: number(rules.budgetTokens) };
}

/** Choice of a shipped deliberation, with a seat for the visitor. */
function DemoForm({ items }) {
  const order = useOrder();
  const [model, setModel] = useState(items[0].model);
  const [joins, setJoins] = useState(false);
  const [approves, setApproves] = useState(true);
  const [name, setName] = useState("");
  const [rules, setRules] = useState(RULES);
  const chosen = items.find((item) => item.model === model);

  function submit(event) {
    event.preventDefault();
    const seat = { id: seatId(name || "you", 0), name: name.trim() || t("new.you"), deadline: "1d" };
    order.send({ question: chosen.question, context: chosen.context, models: [chosen.model],
      seats: joins ? [seat] : [], requireApproval: joins && approves ? [seat.id] : [], ...ruled(rules) });
  }

  return el("form.order", { ref: order.form, onSubmit: submit, novalidate: true },
    el("p.note", null, t("new.demoNote")),
    el("fieldset", null, el("legend.part-title", null, t("new.choose")),
      el("div.cards", null, items.map((item) => el("label.card.pick", { key: item.model,
        class: item.model === model ? "chosen" : undefined },
      el("input", { type: "radio", name: "deliberation", value: item.model, checked: item.model === model,
        onChange: () => setModel(item.model) }),
      el("span.stack", null, el("strong", null, item.title),
        el("span.brief.words", null, item.question),
        el("span.quiet.small", null, tn("new.people", item.people.length), " · ",
          tn("new.statements", item.statements))))))),
    el(Section, { title: t("new.yourSeat") },
      el("label.check", null, el("input", { type: "checkbox", checked: joins,
        onChange: (event) => setJoins(event.target.checked) }), el("span", null, t("new.join"))),
      joins && el("div.fields", null,
        el(Field, { label: t("new.seatName"), error: order.error("seats") }, (field) => el("input", { ...field,
          value: name, placeholder: t("new.you"), maxlength: 60, onInput: (event) => setName(event.target.value) })),
        el("label.check", null, el("input", { type: "checkbox", checked: approves,
          onChange: (event) => setApproves(event.target.checked) }), el("span", null, t("new.approveDemo"))))),
    el(Section, { title: t("new.rules") }, el(Rules, { rules, error: order.error,
      change: (part) => setRules({ ...rules, ...part }) })),
    el(Submit, { order, label: t("new.play") }));
}

/** Names of models as chips, with a field for one more. */
function Models({ models, known, onChange, error }) {
  const [typed, setTyped] = useState("");
  const list = useRef(`models-${Math.random().toString(36).slice(2)}`).current;
  function add() {
    if (typed.trim() !== "") {
      onChange(models.concat(typed.trim()));
      setTyped("");
    }
  }
  return el("div.stack", null,
    el(Field, { label: t("new.models"), hint: t("new.modelsHint"), error }, (field) => el("div.adder", null,
      el("input", { ...field, list, value: typed, spellcheck: false, autocomplete: "off", placeholder: "ollama:llama3.2",
        onInput: (event) => setTyped(event.target.value), onBlur: add, onKeyDown: (event) => {
          if (event.key === "Enter") {
            event.preventDefault();
            add();
          }
        } }),
      el(Button, { onClick: add }, t("new.add")))),
    el("datalist", { id: list }, known.map((model) => el("option", { key: model, value: model }))),
    models.length > 0 && el("ul.chips", null, models.map((model, index) => el("li", { key: `${index} ${model}` },
      el("span.mono", null, model), el("button.chip-remove", { type: "button",
        "aria-label": t("new.removeModel", { model }), onClick: () => onChange(models.filter((_, i) => i !== index)) },
      "×")))));
}

function SeatRow({ seat, index, onChange, onRemove }) {
  const change = (part) => onChange({ ...seat, ...part });
  return el("li.card.seat-row", null,
    el(Field, { label: t("new.seatName") }, (field) => el("input", { ...field, value: seat.name, maxlength: 60,
      onInput: (event) => change({ name: event.target.value }) })),
    el(Field, { label: t("new.seatRole") }, (field) => el("input", { ...field, value: seat.role, maxlength: 200,
      onInput: (event) => change({ role: event.target.value }) })),
    el(Field, { label: t("new.deadline") }, (field) => el("div.adder", null,
      el("input.amount", { ...field, type: "number", min: 1, max: 1000, value: seat.amount,
        onInput: (event) => change({ amount: event.target.value }) }),
      el("select", { "aria-label": t("new.unit"), value: seat.unit, onChange: (event) => change({
        unit: event.target.value }) }, UNITS.map(([unit, word]) => el("option", { key: unit, value: unit },
        t(`new.${word}`)))))),
    el("div.checks", null,
      el("label.check", null, el("input", { type: "checkbox", checked: seat.approves,
        onChange: (event) => change({ approves: event.target.checked }) }), el("span", null, t("new.approves"))),
      el("label.check", null, el("input", { type: "checkbox", checked: seat.vetoes,
        onChange: (event) => change({ vetoes: event.target.checked }) }), el("span", null, t("new.vetoes")))),
    el(Button, { class: "button plain small", onClick: onRemove,
      "aria-label": t("new.removeSeat", { name: seat.name || index + 1 }) }, t("new.remove")));
}

/** The form of an order for models and people. */
function OrderForm({ templates, known }) {
  const order = useOrder();
  const [question, setQuestion] = useState("");
  const [context, setContext] = useState("");
  const [template, setTemplate] = useState("");
  const [models, setModels] = useState([]);
  const [agents, setAgents] = useState("");
  const [seats, setSeats] = useState([]);
  const [rules, setRules] = useState(RULES);
  const [isEmpty, setEmpty] = useState(false);
  const chosen = templates.find((one) => one.name === template);

  function submit(event) {
    event.preventDefault();
    setEmpty(question.trim() === "");
    if (question.trim() === "") {
      document.getElementById("new-question")?.querySelector("textarea").focus();
      return;
    }
    const people = seats.map(ordered);
    const named = (flag) => people.filter((_, index) => seats[index][flag]).map((seat) => seat.id);
    order.send({ question, context, template, models, agents: number(agents), seats: people,
      requireApproval: named("approves"), veto: named("vetoes"), ...ruled(rules) });
  }

  return el("form.order", { ref: order.form, onSubmit: submit, novalidate: true },
    el("div.stack", { id: "new-question" },
      el(Field, { label: t("new.question"), error: isEmpty ? t("new.needsQuestion") : order.error("question") },
        (field) => el("textarea", { ...field, rows: 3, value: question, dir: "auto", required: true,
          placeholder: t("new.example"), onInput: (event) => setQuestion(event.target.value) })),
      el("details", null, el("summary", null, t("new.addContext")),
        el(Field, { label: t("new.context"), hint: t("new.contextHint"), error: order.error("context") },
          (field) => el("textarea", { ...field, rows: 5, value: context, dir: "auto",
            onInput: (event) => setContext(event.target.value) })))),
    el(Section, { title: t("new.team"), note: t("new.teamNote") },
      el("div.fields", null,
        el(Field, { label: t("new.template"), hint: chosen ? chosen.purpose : t("new.templateHint"),
          error: order.error("template") }, (field) => el("select", { ...field, value: template,
          onChange: (event) => setTemplate(event.target.value) },
        el("option", { value: "" }, t("new.noTemplate")),
        templates.map((one) => el("option", { key: one.name, value: one.name }, one.name)))),
        el(Models, { models, known, onChange: setModels, error: order.error("models") }),
        !template && el(NumberField, { label: t("new.agents"), hint: t("new.agentsHint"), value: agents, min: 0, max: 50,
          error: order.error("agents"), onInput: setAgents })),
      chosen && el("ul.roles", null, chosen.roles.map((role) => el("li", { key: role.id }, el("strong", null, role.name),
        el("span.quiet", null, role.role))))),
    el(Section, { title: t("new.seats"), note: t("new.seatsNote") },
      seats.length > 0 && el("ul.stack", null, seats.map((seat, index) => el(SeatRow, { key: seat.key, seat, index,
        onChange: (next) => setSeats(seats.map((one, i) => (i === index ? next : one))),
        onRemove: () => setSeats(seats.filter((_, i) => i !== index)) }))),
      (order.error("seats") || order.error("requireApproval")) && el("p.field-error", { role: "alert", tabindex: -1 },
        order.error("seats") || order.error("requireApproval")),
      seats.length < MAX_SEATS && el(Button, { onClick: () => setSeats(seats.concat({
        key: Math.random().toString(36).slice(2), name: "", role: "", amount: 1, unit: "d", approves: false, vetoes: false,
      })) }, t("new.addSeat"))),
    el(Section, { title: t("new.rules"), note: t("new.rulesNote") }, el(Rules, { rules, error: order.error,
      withBudget: true, change: (part) => setRules({ ...rules, ...part }) })),
    el(Submit, { order, label: t("new.start") }));
}

async function choices(signal) {
  const [deliberations, templates, models] = await Promise.all([get(url(["v1", "deliberations"]), signal),
    get(url(["v1", "templates"]), signal), get(url(["v1", "models"]), signal)]);
  return { deliberations: deliberations.items, templates: templates.items,
    known: models.aliases.map((alias) => alias.alias).concat(
      models.providers.filter((provider) => provider.ready).map((provider) => `${provider.name}:`)) };
}

/** The page on which a solve is ordered: from models and people, or in a demo from recordings. */
export function New() {
  const state = useLoad(choices, []);
  return el("div", null,
    el(PageHead, { title: t("new.title"), lead: t("new.lead") }, el(ButtonLink, { href: "/" }, t("new.back"))),
    el(Loaded, { state }, (known) => (known.deliberations.length > 0
      ? el(DemoForm, { items: known.deliberations })
      : el(OrderForm, { templates: known.templates, known: known.known }))));
}
