import { Button } from "../../../components/button.tsx";

interface RemoveButtonProps {
  readonly what: string;
  readonly onClick: () => void;
}

export function RemoveButton({ what, onClick }: RemoveButtonProps) {
  return (
    <Button kind="quiet" small aria-label={`Remove ${what}`} title={`Remove ${what}`} onClick={onClick}>
      <span aria-hidden="true">✕</span>
    </Button>
  );
}

interface AddButtonProps {
  readonly label: string;
  /** Name of what it adds to, for screen readers. */
  readonly of?: string;
  readonly onClick: () => void;
}

export function AddButton({ label, of, onClick }: AddButtonProps) {
  return (
    <Button kind="quiet" small onClick={onClick}>
      <span aria-hidden="true">+ </span>
      <span>{label}</span>
      {of !== undefined && <span class="visually-hidden">{` to ${of}`}</span>}
    </Button>
  );
}
