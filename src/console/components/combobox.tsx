import { useId, useRef, useState } from "preact/hooks";
import { useResource } from "../api/operations.ts";

export type ComboboxOption = { readonly value: string; readonly note?: string };

interface Props {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly showsLabel?: boolean;
  /** Finds what contains a text; it is called as the person types. */
  readonly load: (text: string, signal: AbortSignal) => Promise<readonly ComboboxOption[]>;
  /** Called with a chosen option, or with what was typed instead. */
  readonly onValue: (value: string) => void;
}

const TYPING_MS = 150;

export function Combobox({ label, value, placeholder, showsLabel = false, load, onValue }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  /** What is typed since the list is open; null while it is closed. */
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(-1);
  const options = useOptions(load, typed);

  const open = () => setTyped((text) => text ?? "");
  const close = () => {
    setTyped(null);
    setActive(-1);
  };
  const choose = (chosen: string | undefined) => {
    close();
    if (chosen !== undefined && chosen !== "" && chosen !== value) onValue(chosen);
  };
  const move = (step: number) => {
    open();
    setActive((index) => (options.length === 0 ? -1 : (index + step + options.length) % options.length));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(active < 0 ? 0 : -1);
    else if (event.key === "Enter" && typed !== null) choose(options[active]?.value ?? (typed || undefined));
    else if (event.key === "Escape" && typed !== null) close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const isOpen = typed !== null;
  const optionId = (index: number) => `${id}-${index}`;
  return (
    <div class="combobox field">
      <label for={id} class={showsLabel ? "field-label" : "visually-hidden"}>
        {label}
      </label>
      <input
        {...{ id, placeholder, onKeyDown }}
        ref={input}
        class="field-input"
        type="text"
        role="combobox"
        autocomplete="off"
        spellcheck={false}
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={isOpen && active >= 0 ? optionId(active) : undefined}
        title={value}
        value={typed || (isOpen ? "" : value)}
        onClick={open}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setActive(-1);
        }}
        onBlur={() => choose(typed ?? undefined)}
      />
      {isOpen && (
        <div class="combobox-list" role="listbox" id={`${id}-list`} aria-label={label}>
          {options.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys are those of the text field
            <div
              key={option.value}
              id={optionId(index)}
              ref={index === active ? scrollHere : undefined}
              class="combobox-option"
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(option.value)}
            >
              <span class="wrap-anywhere">{option.value}</span>
              <span class="combobox-note small quiet count">{option.note}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

const scrollHere = (element: HTMLElement | null) => element?.scrollIntoView({ block: "nearest" });

function useOptions(load: Props["load"], typed: string | null): readonly ComboboxOption[] {
  const { data = [], error } = useResource(
    async (signal) => {
      if (typed) await new Promise((resolve) => setTimeout(resolve, TYPING_MS));
      return typed === null || signal.aborted ? [] : load(typed, signal);
    },
    [typed],
    { keep: true },
  );
  const options = error ? [] : data; // the value can still be typed
  // Until the answer for what is typed is there, what no longer fits is not offered.
  const wanted = (typed ?? "").toLowerCase();
  return options.filter(({ value, note }) => `${value} ${note ?? ""}`.toLowerCase().includes(wanted));
}
