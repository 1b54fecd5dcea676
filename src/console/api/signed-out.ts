const PLACE = "sightline.after-sign-in";
const SIGN_IN = "#/sign-in";

/** Shows the sign-in page. Who then signs in comes back to the present page. */
export function forgetSession(): void {
  if (location.hash.startsWith(SIGN_IN)) return;
  if (location.hash.length > 2) sessionStorage.setItem(PLACE, location.hash);
  location.hash = SIGN_IN;
}

/** Returns the path at which the person was before signing in, or that of the start. Forgets it. */
export function placeAfterSignIn(): string {
  const hash = sessionStorage.getItem(PLACE) ?? "#/";
  sessionStorage.removeItem(PLACE);
  return hash.slice(1);
}
