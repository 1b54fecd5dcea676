import type { ComponentChildren } from "preact";
import { useId, useRef } from "preact/hooks";
import { leavePage, useFilters } from "../api/place.ts";

type Tab = { readonly id: string; readonly label: ComponentChildren };

interface Props {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly selected: string;
  readonly onSelect: (id: string) => void;
  readonly children: ComponentChildren;
}

export function Tabs({ label, tabs, selected, onSelect, children }: Props) {
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const position = tabs.findIndex(({ id }) => id === selected);
    const next = (position + step + tabs.length) % tabs.length;
    onSelect(tabs[next]?.id ?? selected);
    list.current?.querySelectorAll("button")[next]?.focus();
  };
  return (
    <div class="stack">
      <div class="row tabs-list" role="tablist" aria-label={label} ref={list}>
        {tabs.map(({ id, label: text }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${base}-${id}`}
            class="plain tabs-tab"
            aria-selected={id === selected}
            aria-controls={`${base}-panel`}
            tabIndex={id === selected ? 0 : -1}
            onClick={() => onSelect(id)}
            onKeyDown={move}
          >
            {text}
          </button>
        ))}
      </div>
      <div class="list" role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-${selected}`}>
        {children}
      </div>
    </div>
  );
}

interface AddressTabsProps {
  readonly label: string;
  readonly tabs: readonly (Tab & { readonly panel?: ComponentChildren })[];
  /** Whether a tab with edits is left after a question only. */
  readonly asks?: boolean;
  readonly children?: (selected: string) => ComponentChildren;
}

/** Tabs of which the address names the one that is shown; the first needs no name. */
export function AddressTabs({ label, tabs, asks = false, children }: AddressTabsProps) {
  const [filters, change] = useFilters();
  const [first] = tabs;
  const shown = tabs.find(({ id }) => id === filters.get("tab")) ?? first;
  const select = (id: string) => {
    const show = () => change({ tab: id === first?.id ? "" : id });
    if (asks) leavePage(show);
    else show();
  };
  return (
    <Tabs {...{ label, tabs }} selected={shown?.id ?? ""} onSelect={select}>
      {shown?.panel}
      {children?.(shown?.id ?? "")}
    </Tabs>
  );
}
