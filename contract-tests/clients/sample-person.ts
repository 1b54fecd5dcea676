/** Returns a person whose properties depend on the number. */
export function samplePerson(number: number) {
  const plan = ["pro", "team", "free", "PRO"][number % 4];
  const seats = (number * 7) % 250;
  return {
    distinctId: number % 5 === 0 ? `Åse ${number} 🚲` : `rider-${number}`,
    groups: { company: `company-${number % 900}` },
    personProperties: {
      ...(number % 7 !== 0 && { plan }),
      age: number % 3 === 0 ? String(18 + (number % 60)) : 18 + (number % 60),
      email: `rider${number}@${number % 2 ? "fjordbikes.example" : "Nordlys.example"}`,
      joined: new Date(Date.UTC(2026, number % 12, 1 + (number % 28))).toISOString(),
    },
    groupProperties: { company: { seats } },
  };
}
