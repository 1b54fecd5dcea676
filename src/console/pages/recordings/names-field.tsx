import { useId, useState } from "preact/hooks";
import { Button } from "../../components/button.tsx";
import { Field, Suggestions } from "../../components/field.tsx";

interface Props {
  readonly label: string;
  readonly names: readonly string[];
  readonly known: readonly string[];
  readonly onNames: (names: readonly string[]) => void;
}

/** Adds a name with Enter, or when the field is left. */
export function NamesField({ label, names, known, onNames }: Props) {
  const [text, setText] = useState("");
  const list = useId();
  const add = (name: string) => {
    setText("");
    const added = name.trim();
    if (added !== "" && !names.includes(added)) onNames([...names, added]);
  };
  return (
    <div class="recordings-names">
      <Field
        label={label}
        list={list}
        value={text}
        onValue={setText}
        onBlur={() => add(text)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || text.trim() === "") return;
          event.preventDefault();
          add(text);
        }}
      />
      <Suggestions id={list} values={known} />
      {names.map((name) => (
        <Button key={name} small onClick={() => onNames(names.filter((other) => other !== name))}>
          <span class="visually-hidden">Remove</span> {name} <span aria-hidden="true">✕</span>
        </Button>
      ))}
    </div>
  );
}
