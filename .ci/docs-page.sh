# What every page's script begins with: see docs-blocks.mjs.
set -euo pipefail
out=$(mktemp)
started=()
block=none
exec 3>&1 # a block that fails ends the script while its output is redirected

# Ends what runs in the background. After a failure, shows the output of the block that failed.
finish() {
  status=$?
  exec >&3 2>&3
  for job in "${started[@]}"; do kill -TERM -- "-$job" 2> /dev/null || true; done
  wait "${started[@]}" || true
  if [ $status != 0 ]; then
    cat "$out"
    echo "Failed: $block"
  fi
  rm -f "$out"
  exit $status
}
trap finish EXIT

curl() { command curl --silent --show-error --fail-with-body --write-out '\n' "$@"; }

# Fails unless the block's output has the text.
require() {
  grep -qF -- "$1" "$out" && return
  echo "The output lacks: $1" >> "$out"
  exit 1
}

# Waits for up to five minutes until the last command in the background answers at the address.
wait_for() {
  for _ in $(seq 3000); do
    command curl --silent --output /dev/null "$1" && return
    kill -0 "${started[-1]}" 2> /dev/null || break
    sleep 0.1
  done
  echo "No answer: $1" >> "$out"
  exit 1
}
