import { from, type PublicCase } from "./case.ts";

interface CaseEvent {
  /** `$autocapture` if absent. */
  readonly event?: string;
  readonly url?: string;
  /** The element that was used, and those around it, the innermost first. */
  readonly chain?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  /** Properties of the person. */
  readonly person?: Readonly<Record<string, unknown>>;
}

export interface ActionCase extends PublicCase {
  readonly steps: readonly object[];
  readonly events: Readonly<Record<string, CaseEvent>>;
  /** The names of the events that are the action. */
  readonly matches: readonly string[];
}

interface Element {
  readonly tag?: string;
  readonly classes?: readonly string[];
  /** Such as `text`, `href`, `attr_id`, `nth-child`, or of the page as `attr__…`. */
  readonly [attribute: string]: unknown;
}

/** Returns `$elements_chain` as servers keep it: classes and attributes in the order of their names. */
function chain(...elements: readonly Element[]): string {
  return elements
    .map(({ tag = "", classes = [], ...attributes }) => {
      const values = Object.entries(attributes)
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, value]) => `${name}="${String(value).replaceAll('"', '\\"')}"`);
      return `${[tag, ...classes.toSorted()].join(".")}:${values.join("")}`;
    })
    .join(";");
}

const click = (...elements: readonly Element[]): CaseEvent => ({ chain: chain(...elements) });
const on = (selector: string) => [{ event: "$autocapture", selector }];

const FEEDBACK = {
  exact: { url: "https://shop.example/feedback/123" },
  "as a page": { event: "$pageview", url: "https://shop.example/feedback/123" },
  longer: { url: "https://shop.example/feedback/1234" },
  other: { url: "https://other.example/feedback" },
} as const;
const AUTOCAPTURED = { event: "$autocapture" };

const ADDRESSES = from<ActionCase>("PostHog/posthog ee/clickhouse/models/test/test_action.py", [
  {
    name: "an exact address with an event",
    steps: [{ ...AUTOCAPTURED, url: "https://shop.example/feedback/123", url_matching: "exact" }],
    events: FEEDBACK,
    matches: ["exact"],
  },
  {
    name: "an address without matching is contained",
    steps: [{ ...AUTOCAPTURED, url: "https://shop.example/feedback/123" }],
    events: FEEDBACK,
    matches: ["exact", "longer"],
  },
  {
    name: "an address by a regular expression",
    steps: [{ ...AUTOCAPTURED, url: "/123", url_matching: "regex" }],
    events: FEEDBACK,
    matches: ["exact", "longer"],
  },
  {
    name: "properties of one step do not replace those of another",
    steps: [
      { event: "viewed", properties: [{ key: "insight", type: "event", value: ["RETENTION"], operator: "exact" }] },
      { event: "viewed", properties: [{ key: "filters", type: "event", value: "1", operator: "gt" }] },
    ],
    events: {
      two: { event: "viewed", properties: { filters: 2 } },
      one: { event: "viewed", properties: { filters: 1 } },
    },
    matches: ["two"],
  },
]);

const NESTED = {
  first: click(
    { tag: "a", classes: ["one-class"], href: "/a-url", "nth-child": 1, "nth-of-type": 0 },
    { tag: "button", "nth-child": 0, "nth-of-type": 0 },
    { tag: "div", "nth-child": 0, "nth-of-type": 0 },
    { tag: "section", attr_id: "nested", "nth-child": 0, "nth-of-type": 0 },
  ),
  second: click(
    { tag: "a", attr_id: "someId", "nth-child": 2, "nth-of-type": 0 },
    { tag: "div", "nth-child": 0, "nth-of-type": 0 },
    { tag: "div", "nth-child": 0, "nth-of-type": 0 },
    { tag: "span", href: "/a-url-2", "nth-child": 0, "nth-of-type": 0 },
  ),
  third: click({ tag: "a", "nth-child": 3, "nth-of-type": 0 }, { tag: "div", "nth-child": 0, "nth-of-type": 0 }),
};
const LINKS = {
  "a link": click({ tag: "a", href: "/a-url", text: "some text" }),
  "a link elsewhere": click({ tag: "a", href: "https://other.example/a-url", text: "some text" }),
  "a longer link": click({ tag: "a", href: "/a-url-2", text: "other" }, { tag: "div", text: "other" }),
  "another link": click({ tag: "a", href: "/b-url", text: "other" }),
};

const EVENTS = from<ActionCase>("PostHog/posthog posthog/models/test/test_event_model.py", [
  {
    name: "children by their order, and a step that meets nothing",
    steps: [...on("div > div > a"), ...on("div > a.nothing")],
    events: NESTED,
    matches: ["second"],
  },
  { name: "the place among siblings", steps: on("div > a:nth-child(2)"), events: NESTED, matches: ["second"] },
  { name: "an id as an attribute", steps: on("[id='someId']"), events: NESTED, matches: ["second"] },
  { name: "what is within an id", steps: on("[id='nested'] a"), events: NESTED, matches: ["first"] },
  { name: "any element in another", steps: on("div *"), events: NESTED, matches: ["first", "second", "third"] },
  {
    name: "targets with and without a selector, in two steps",
    steps: [
      { ...AUTOCAPTURED, href: "/a-url", selector: "a" },
      { ...AUTOCAPTURED, href: "/a-url-2" },
    ],
    events: LINKS,
    matches: ["a link", "a longer link"],
  },
  {
    name: "a target that is contained",
    steps: [{ ...AUTOCAPTURED, href: "/a-url", href_matching: "contains", selector: "a" }],
    events: LINKS,
    matches: ["a link", "a link elsewhere", "a longer link"],
  },
  {
    name: "several classes beside others",
    steps: [{ ...AUTOCAPTURED, selector: "a.nav-link.active", tag_name: "a" }],
    events: {
      all: click({ tag: "span" }, { tag: "a", classes: ["active", "crazy", "nav-link"] }),
      none: click({ tag: "span" }, { tag: "a" }),
    },
    matches: ["all"],
  },
  {
    name: "a tag is no class",
    steps: on("input"),
    events: {
      tag: click({ tag: "span" }, { tag: "input", classes: ["button"] }),
      class: click({ tag: "span" }, { tag: "button", classes: ["input"] }),
    },
    matches: ["tag"],
  },
  {
    name: "an attribute of the page",
    steps: on('[data-id="123"]'),
    events: {
      same: click({ tag: "button", "attr__data-id": "123" }),
      other: click({ tag: "button", "attr__data-id": "1234" }),
    },
    matches: ["same"],
  },
  {
    name: "% in a contained address stands for any text",
    steps: [{ ...AUTOCAPTURED, url: "https://shop.example/%/123", url_matching: "contains" }],
    events: FEEDBACK,
    matches: ["exact", "longer"],
  },
  {
    name: "a regular expression with an end",
    steps: [{ ...AUTOCAPTURED, url: "/123$", url_matching: "regex" }],
    events: FEEDBACK,
    matches: ["exact"],
  },
  {
    name: "a property of the person",
    steps: [{ event: "$pageview", properties: [{ key: "$browser", value: "Chrome", type: "person" }] }],
    events: {
      chrome: { event: "$pageview", person: { $browser: "Chrome" } },
      unknown: { event: "$pageview" },
    },
    matches: ["chrome"],
  },
  { name: "no steps", steps: [], events: LINKS, matches: [] },
  { name: "an empty selector is none", steps: on(""), events: LINKS, matches: Object.keys(LINKS) },
  {
    name: "classes may have any character beside the one that is named",
    steps: on(".flex"),
    events: {
      named: click({ tag: "div", classes: ["flex", "w-1/2", "!mt-0", "hover:bg-blue-500/75"] }),
      part: click({ tag: "div", classes: ["lex"] }),
      longer: click({ tag: "div", classes: ["flex-row"] }),
    },
    matches: ["named"],
  },
  {
    name: "a class with a slash",
    steps: on(".bg-yellow\\/50"),
    events: { same: click({ tag: "div", classes: ["bg-yellow/50"] }), other: click({ tag: "div" }) },
    matches: ["same"],
  },
  {
    name: "a class with a slash that is not escaped",
    steps: on(".bg-yellow/50"),
    events: {},
    matches: [],
    refused: "steps__0__selector",
    differs: "CSS selectors have a backslash before such characters",
  },
  {
    name: "quotes in a value within other quotes",
    steps: on("div[title='say \"hi\"']"),
    events: {
      same: click({ tag: "div", attr__title: 'say "hi"' }),
      other: click({ tag: "div", attr__title: "say hi" }),
    },
    matches: ["same"],
  },
  {
    name: "quotes in the value of another attribute",
    steps: on('div[title="hi"]'),
    events: {
      same: click({ tag: "div", "attr__data-x": 'a"b', attr__title: "hi" }),
      other: click({ tag: "div", attr__title: "bye" }),
    },
    matches: ["same"],
  },
  {
    name: "a semicolon in a value does not end the element",
    steps: on('input[type="text"]'),
    events: { same: click({ tag: "input", attr__style: "display: flex; gap: 4px", attr__type: "text" }) },
    matches: ["same"],
  },
  {
    name: "a child is not its parent",
    steps: on("a > b"),
    events: {
      child: click({ tag: "b" }, { tag: "a" }),
      parent: click({ tag: "a" }, { tag: "b" }),
      deeper: click({ tag: "b" }, { tag: "i" }, { tag: "a" }),
    },
    matches: ["child"],
  },
  {
    name: "a tag is not the text of an attribute",
    steps: on("form button.btn"),
    events: {
      text: click({ tag: "button", classes: ["btn"] }, { tag: "a", href: "/form-signup" }),
      tag: click({ tag: "button", classes: ["btn"] }, { tag: "form" }),
    },
    matches: ["tag"],
  },
  {
    name: "a class and an attribute of one element",
    steps: on('.btn[ng-disabled="true"]'),
    events: {
      one: click({ tag: "span", classes: ["btn"], "attr__ng-disabled": "true" }),
      two: click({ tag: "span", classes: ["btn"] }, { tag: "div", "attr__ng-disabled": "true" }),
    },
    matches: ["one"],
  },
  {
    name: "two places of one element",
    steps: on("button.btn:nth-child(3):nth-of-type(1)"),
    events: {
      both: click({ tag: "button", classes: ["btn"], "nth-child": 3, "nth-of-type": 1 }),
      one: click({ tag: "button", classes: ["btn"], "nth-child": 3, "nth-of-type": 2 }),
    },
    matches: ["both"],
  },
  {
    name: "an id beside an attribute",
    steps: on('#submit[type="button"]'),
    events: {
      both: click({ tag: "button", attr_id: "submit", attr__type: "button" }),
      id: click({ tag: "button", attr_id: "submit", attr__type: "submit" }),
    },
    matches: ["both"],
  },
  {
    name: "two values of one attribute",
    steps: on('[type="button"][type="submit"]'),
    events: { submit: click({ tag: "button", attr__type: "submit" }) },
    matches: [],
  },
  {
    name: "one value of an attribute twice",
    steps: on('[type="submit"][type="submit"]'),
    events: { submit: click({ tag: "button", attr__type: "submit" }) },
    matches: ["submit"],
  },
  {
    name: "two ids of one element",
    steps: on('#submit[id="cancel"]'),
    events: { cancel: click({ tag: "button", attr_id: "cancel" }) },
    matches: [],
  },
  {
    name: "a state of an element",
    steps: on(".btn:hover"),
    events: {},
    matches: [],
    refused: "steps__0__selector",
    differs: "PostHog stores it with a warning, and it matches nothing",
  },
  {
    name: "a comparison of an attribute",
    steps: on('[href^="http"]'),
    events: {},
    matches: [],
    refused: "steps__0__selector",
    differs: "PostHog stores it with a warning, and it matches nothing",
  },
]);

const HEADLINE = {
  exact: click({ tag: "h1", classes: ["headline"], text: "Hallo!" }, { tag: "a", href: "https://shop.example/" }),
  "other tag": click({ tag: "h3", classes: ["headline"], text: "Hallo!" }, { tag: "main" }),
  "other text": click({ tag: "h1", classes: ["headline"], text: "Auf Wiedersehen!" }, { tag: "main" }),
};
const page = (url: string): CaseEvent => ({ event: "$pageview", url });
const compares = (operator: string | undefined, value?: unknown) => [
  { properties: [{ key: "foo", type: "event", ...(operator && { operator }), ...(value !== undefined && { value }) }] },
];
const FOO: Readonly<Record<string, CaseEvent>> = Object.fromEntries(
  [["bar"], ["baR"], ["baz"], ["barabara"], ["rabarbar"], [7], [true], []].map((values) => [
    String(values[0]),
    { event: "foo", properties: values.length === 0 ? {} : { foo: values[0] } },
  ]),
);

const MATCHER = from<ActionCase>("PostHog/posthog plugin-server/tests/worker/ingestion/action-matcher.test.ts", [
  { name: "a property without an operator is exact", steps: compares(undefined, "bar"), events: FOO, matches: ["bar"] },
  {
    name: "a property that is not",
    steps: compares("is_not", "bar"),
    events: FOO,
    matches: ["baR", "baz", "barabara", "rabarbar", "7", "true", "undefined"],
  },
  {
    name: "a property that contains, whatever the case",
    steps: compares("icontains", "bar"),
    events: FOO,
    matches: ["bar", "baR", "barabara", "rabarbar"],
  },
  {
    name: "a property that does not contain",
    steps: compares("not_icontains", "bar"),
    events: FOO,
    matches: ["baz", "7", "true", "undefined"],
  },
  {
    name: "a property by a regular expression",
    steps: compares("regex", "(?:.+bar|[A-Z])"),
    events: FOO,
    matches: ["baR", "barabara", "rabarbar"],
  },
  {
    name: "a property not by a regular expression",
    steps: compares("not_regex", "^bar"),
    events: FOO,
    matches: ["baR", "baz", "rabarbar", "7", "true", "undefined"],
  },
  {
    name: "a property that is there",
    steps: compares("is_set"),
    events: FOO,
    matches: ["bar", "baR", "baz", "barabara", "rabarbar", "7", "true"],
  },
  { name: "a property that is not there", steps: compares("is_not_set"), events: FOO, matches: ["undefined"] },
  { name: "a property greater than a number", steps: compares("gt", 5), events: FOO, matches: ["7"] },
  {
    name: "a property less than a number",
    steps: compares("lt", 5),
    events: FOO,
    matches: [],
    differs: "PostHog's webhooks take true for 1; its questions, as these, do not",
  },
  {
    name: "_ in a contained address stands for any character",
    steps: [{ event: "$pageview", url: "exampl_.com/%.html", url_matching: "contains" }],
    events: { file: page("https://example.com/index.html"), root: page("https://example.com/") },
    matches: ["file"],
  },
  {
    name: "an address by a long regular expression",
    steps: [{ event: "$pageview", url: "^https?:\\/\\/example\\.com\\/\\d+(\\/[a-r]*\\/?)?$", url_matching: "regex" }],
    events: {
      letters: page("https://example.com/23/hello"),
      slash: page("https://example.com/3/abc/"),
      beyond: page("https://example.com/3/xyz/"),
      root: page("https://example.com/"),
      words: page("https://example.com/uno/dos/"),
      mixed: page("https://example.com/1foo/"),
    },
    matches: ["letters", "slash"],
  },
  {
    name: "an exact address with its slash",
    steps: [{ event: "$pageview", url: "https://www.example.org/de/", url_matching: "exact" }],
    events: {
      same: page("https://www.example.org/de/"),
      shorter: page("https://www.example.org/de"),
      longer: page("https://www.example.org/de/bikes/"),
    },
    matches: ["same"],
  },
  {
    name: "the name of an event, with its case",
    steps: [{ event: "meow" }],
    events: { same: { event: "meow" }, marked: { event: "$meow" }, upper: { event: "MEOW" } },
    matches: ["same"],
  },
  {
    name: "the name of an event and a contained address",
    steps: [{ event: "meow", url: "pets.com/", url_matching: "contains" }],
    events: {
      home: { event: "meow", url: "http://www.pets.com/" },
      food: { event: "meow", url: "https://pets.com/food" },
      "other event": { event: "$meow", url: "https://xyz.pets.com/" },
      "other site": { event: "meow", url: "https://www.pets.com.de/" },
    },
    matches: ["home", "food"],
  },
  {
    name: "a target in the element or around it",
    steps: [{ href: "https://shop.example/" }],
    events: {
      around: click({ tag: "h1" }, { tag: "a", href: "https://shop.example/" }),
      inner: click({ tag: "a", href: "https://shop.example/" }, { tag: "h1" }),
      longer: click({ tag: "a", href: "https://shop.example/foobar" }),
      none: click({ tag: "span" }, { tag: "h1" }),
    },
    matches: ["around", "inner"],
  },
  {
    name: "a contained target with %",
    steps: [{ href: "https://shop.example/%bar", href_matching: "contains" }],
    events: {
      longer: click({ tag: "a", href: "https://shop.example/foobar" }),
      exact: click({ tag: "a", href: "https://shop.example/" }),
    },
    matches: ["longer"],
  },
  {
    name: "a target by a regular expression",
    steps: [{ href: "https://shop.example/.*(?:bar|baz)", href_matching: "regex" }],
    events: {
      longer: click({ tag: "a", href: "https://shop.example/foobar" }),
      other: click({ tag: "a", href: "https://shop.invalid/" }),
    },
    matches: ["longer"],
  },
  {
    name: "a text and a tag",
    steps: [{ tag_name: "h1", text: "Hallo!" }],
    events: HEADLINE,
    matches: ["exact"],
  },
  {
    name: "a contained text",
    steps: [{ text: "Wieder", text_matching: "contains" }],
    events: HEADLINE,
    matches: ["other text"],
  },
  {
    name: "numbers that are written as texts",
    steps: [
      { event: "tenet" },
      {
        properties: [
          { key: "insight", type: "event", value: ["STICKINESS"], operator: "exact" },
          { key: "filters", type: "event", value: "0", operator: "exact" },
          { key: "actions", type: "event", value: "0", operator: "gt" },
        ],
      },
    ],
    events: {
      numbers: { event: "meow", properties: { insight: "STICKINESS", filters: 0, actions: 4 } },
      zero: { event: "meow", properties: { insight: "STICKINESS", filters: 0, actions: 0 } },
    },
    matches: ["numbers"],
  },
]);

export const ACTION_CASES: readonly ActionCase[] = [...ADDRESSES, ...EVENTS, ...MATCHER];
