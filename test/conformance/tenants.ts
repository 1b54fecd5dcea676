import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import type { Store } from "../../src/store/ports/stores.ts";
import type { User } from "../../src/store/records/tenant-kinds.ts";
import { type Engine, testStore } from "./engine-suites.ts";

const INVALID_PROJECT_IDS = [
  "",
  "0",
  "-1",
  "01",
  "1.0",
  "1e0",
  " 1",
  "0x1",
  "one",
  "null",
  "999999",
  "9".repeat(400),
  "1\0",
];

/** Tests what the port guarantees. */
export function describeTenants(engine: Engine<Store>): void {
  describe(`${engine.name}: tenants`, () => {
    const store = testStore(engine);
    const tenants = () => store.connection.tenants;

    const newUser = (email: string, parts: Partial<User> = {}) =>
      tenants().addUser({
        uuid: randomUUID(),
        distinctId: "distinct",
        email,
        firstName: "Ada",
        isEmailVerified: false,
        createdAt: 5,
        ...parts,
      });

    async function newOrganization(name = "Acme") {
      const organization = { id: randomUUID(), name, createdAt: 10 };
      await tenants().addOrganization(organization);
      return organization;
    }

    test("are set up first by one caller", async () => {
      const other = await store.connect();
      const claims = [tenants(), other.tenants, tenants(), other.tenants].map((port) => port.claimFirstSetup());
      assert.deepEqual((await Promise.all(claims)).toSorted(), [false, false, false, true]);
      assert.equal(await tenants().claimFirstSetup(), false);
    });

    test("have projects with consecutive ids", async () => {
      const organization = await newOrganization();
      const first = await tenants().addProject({ organizationId: organization.id, name: "Web", createdAt: 1 });
      const second = await tenants().addProject({ organizationId: organization.id, name: "\u{1f600} '", createdAt: 1 });
      assert.match(first.id, /^[1-9]\d*$/);
      assert.equal(Number(second.id), Number(first.id) + 1);
      const stored = { id: second.id, organizationId: organization.id, name: "\u{1f600} '", createdAt: 1 };
      assert.deepEqual(second, { ...stored, eventRetentionSeconds: null });
      assert.deepEqual(await tenants().findProject(first.id), first);
      assert.deepEqual(await tenants().listProjects(), [first, second]);
      for (const id of INVALID_PROJECT_IDS) assert.equal(await tenants().findProject(id), null, id);
    });

    test("have projects listed in numeric order", async () => {
      const { id } = await newOrganization();
      for (let count = 0; count < 10; count++) {
        await tenants().addProject({ organizationId: id, name: "", createdAt: 0 });
      }
      const ids = (await tenants().listProjects()).map((project) => Number(project.id));
      assert.deepEqual(
        ids,
        ids.toSorted((a, b) => a - b),
      );
    });

    test("have one user per address, ignoring case", async () => {
      const ada = await newUser("Ada@Example.com", { isEmailVerified: true });
      assert.ok(Number.isInteger(ada.id) && ada.id >= 1);
      assert.equal(ada.email, "Ada@Example.com");
      assert.deepEqual(await newUser("aDA@example.COM", { firstName: "other" }), ada);
      const bob = await newUser("bob@example.com");
      assert.deepEqual(await tenants().findUserByEmail("ADA@EXAMPLE.COM"), ada);
      assert.equal(await tenants().findUserByEmail("ada@example.co"), null);
      const found = await tenants().findUsers([bob.id, 999_999, ada.id, bob.id, -1]);
      assert.deepEqual(
        found.toSorted((a, b) => a.id - b.id),
        [ada, bob],
      );
      assert.deepEqual(await tenants().findUsers([]), []);
      const umlaut = await newUser("J\u00dcRG@example.com");
      assert.deepEqual(await tenants().findUserByEmail("j\u00fcrg@example.com"), umlaut);
    });

    test("have users whose addresses change; of concurrent calls for one address, one gets it", async () => {
      const [one, two] = [await newUser("e1@x.example", { isEmailVerified: true }), await newUser("e2@x.example")];
      const { id } = await newOrganization();
      await tenants().addMember(id, one.id, "owner");
      assert.equal(await tenants().changeUserEmail(one.id, "E2@x.example"), false);
      assert.deepEqual(await tenants().findUsers([one.id]), [one]);
      for (const email of ["New@x.example", "new@X.example", "new@X.example"]) {
        assert.equal(await tenants().changeUserEmail(one.id, email), true);
        const changed = { ...one, email, isEmailVerified: false };
        assert.deepEqual(await tenants().findUserByEmail("NEW@x.example"), changed);
        assert.deepEqual(await tenants().listMembers(id), [{ user: changed, level: "owner" }]);
      }
      assert.equal(await tenants().findUserByEmail("e1@x.example"), null);
      assert.notEqual((await newUser("e1@x.example")).id, one.id);
      assert.equal(await tenants().changeUserEmail(999_999, "e3@x.example"), true);
      assert.equal(await tenants().findUserByEmail("e3@x.example"), null);

      const elsewhere = (await store.connect()).tenants;
      const calls = [
        tenants().changeUserEmail(one.id, "c@x.example"),
        elsewhere.changeUserEmail(two.id, "C@x.example"),
      ];
      assert.deepEqual((await Promise.all(calls)).toSorted(), [false, true]);
      const names = ["d1@x.example", "d2@x.example", "d3@x.example", "d4@x.example"];
      const changes = names.map((name, at) => (at % 2 ? tenants() : elsewhere).changeUserEmail(one.id, name));
      assert.deepEqual(await Promise.all(changes), [true, true, true, true]);
      const [last] = await tenants().findUsers([one.id]);
      const found = await Promise.all(names.map((name) => tenants().findUserByEmail(name)));
      assert.deepEqual(
        found.filter((user) => user !== null),
        [last],
      );
    });

    test("have members", async () => {
      const organization = await newOrganization();
      const [second, first] = [await newUser("m2@example.com"), await newUser("m1@example.com")];
      await tenants().addMember(organization.id, first.id, "member");
      await tenants().addMember(organization.id, second.id, "member");
      await tenants().addMember(organization.id, second.id, "member");
      await newUser("m3@example.com");
      assert.deepEqual(await tenants().listMembers(organization.id), [
        { user: second, level: "member" },
        { user: first, level: "member" },
      ]);
      assert.deepEqual(await tenants().listMembers(randomUUID()), []);
      assert.equal(await tenants().hasMemberWithEmail(organization.id, "M1@example.com"), true);
      assert.equal(await tenants().hasMemberWithEmail(organization.id, "m3@example.com"), false);
      assert.equal(await tenants().hasMemberWithEmail(randomUUID(), "m1@example.com"), false);
    });

    test("have members of three levels; the last owner is not removed, even by concurrent calls", async () => {
      const organization = await newOrganization();
      const [one, two, three] = [
        await newUser("l1@x.example"),
        await newUser("l2@x.example"),
        await newUser("l3@x.example"),
      ];
      await tenants().addMember(organization.id, one.id, "owner");
      await tenants().addMember(organization.id, two.id, "owner");
      await tenants().addMember(organization.id, three.id, "admin");
      await tenants().addMember(organization.id, three.id, "member");
      const levels = async () => (await tenants().listMembers(organization.id)).map(({ level }) => level);
      assert.deepEqual(await levels(), ["owner", "owner", "admin"]);
      const { tenants: elsewhere } = await store.connect();
      const results = await Promise.all([
        tenants().removeMember(organization.id, one.id),
        elsewhere.removeMember(organization.id, two.id),
      ]);
      assert.deepEqual(results.toSorted(), ["last owner", "removed"]);
      assert.deepEqual(await levels(), ["owner", "admin"]);
      assert.equal(await tenants().removeMember(organization.id, three.id), "removed");
      assert.equal(await tenants().removeMember(organization.id, three.id), "removed");
      assert.equal(await tenants().removeMember(randomUUID(), one.id), "removed");
      assert.equal(await tenants().organizationOfMember(three.id, organization.id), null);
      assert.deepEqual(await levels(), ["owner"]);
    });

    test("have members whose levels change; the last owner stays one, even with concurrent calls", async () => {
      const { id } = await newOrganization();
      const [one, two] = [await newUser("c1@x.example"), await newUser("c2@x.example")];
      await tenants().addMember(id, one.id, "owner");
      await tenants().addMember(id, two.id, "admin");
      const levels = async () => (await tenants().listMembers(id)).map(({ level }) => level);
      for (const level of ["member", "admin", "owner", "admin", "owner", "member", "owner"] as const) {
        assert.equal(await tenants().changeMemberLevel(id, two.id, level), "changed");
        assert.deepEqual(await levels(), ["owner", level]);
      }
      const { tenants: elsewhere } = await store.connect();
      const results = await Promise.all([
        tenants().changeMemberLevel(id, one.id, "admin"),
        elsewhere.changeMemberLevel(id, two.id, "admin"),
      ]);
      assert.deepEqual(results.toSorted(), ["changed", "last owner"]);
      assert.deepEqual((await levels()).toSorted(), ["admin", "owner"]);
      const owner = (await levels())[0] === "owner" ? one.id : two.id;
      assert.equal(await tenants().changeMemberLevel(id, owner, "owner"), "changed");
      assert.equal(await tenants().changeMemberLevel(id, 999_999, "owner"), "changed");
      assert.equal(await tenants().removeMember(id, owner), "last owner");
    });

    test("are found by organization and by user", async () => {
      const [first, second] = [await newOrganization("First"), await newOrganization("Second")];
      const user = await newUser("everywhere@example.com");
      for (const { id } of [second, first]) await tenants().addMember(id, user.id, "member");
      const expected = [first, second].toSorted((a, b) => (a.id < b.id ? -1 : 1));
      assert.deepEqual(await tenants().organizationsOf(user.id), expected);
      assert.deepEqual(await tenants().organizationsOf(user.id + 1000), []);
      assert.deepEqual(await tenants().findOrganization(first.id), first);
      assert.equal(await tenants().findOrganization(randomUUID()), null);
      const one = await tenants().addProject({ organizationId: first.id, name: "one", createdAt: 2 });
      await tenants().addProject({ organizationId: second.id, name: "other", createdAt: 1 });
      const two = await tenants().addProject({ organizationId: first.id, name: "two", createdAt: 1 });
      assert.deepEqual(await tenants().projectsOf(first.id), [one, two]);
      assert.deepEqual(await tenants().projectsOf(randomUUID()), []);
    });

    test("are visible to members only", async () => {
      const organization = await newOrganization("Acme");
      const other = await newOrganization("Initech");
      const user = await newUser("only@example.com");
      await tenants().addMember(organization.id, user.id, "member");
      const project = await tenants().addProject({ organizationId: organization.id, name: "p", createdAt: 1 });
      const otherProject = await tenants().addProject({ organizationId: other.id, name: "p", createdAt: 1 });
      assert.deepEqual(await tenants().projectOfMember(user.id, project.id), project);
      assert.equal(await tenants().projectOfMember(user.id, otherProject.id), null);
      assert.equal(await tenants().projectOfMember(user.id + 1000, project.id), null);
      for (const id of INVALID_PROJECT_IDS) assert.equal(await tenants().projectOfMember(user.id, id), null, id);
      assert.deepEqual(await tenants().organizationOfMember(user.id, organization.id), organization);
      assert.equal(await tenants().organizationOfMember(user.id, other.id), null);
      assert.equal(await tenants().organizationOfMember(user.id, "no uuid"), null);
    });

    test("are renamed and listed", async () => {
      const { id, createdAt } = await newOrganization("Old");
      const project = await tenants().addProject({ organizationId: id, name: "old", createdAt: 1 });
      await tenants().renameOrganization(id, "N\u00e9w '$x");
      await tenants().renameProject(project.id, "n\u00e9w");
      for (const absent of ["999999", "no id"]) await tenants().renameProject(absent, "other");
      await tenants().renameOrganization(randomUUID(), "other");
      const organizations = await tenants().listOrganizations();
      const renamed = { id, name: "N\u00e9w '$x", createdAt };
      assert.deepEqual(
        organizations.filter((one) => one.id === id),
        [renamed],
      );
      assert.ok(!organizations.some(({ name }) => name === "other"));
      assert.deepEqual(await tenants().findProject(project.id), { ...project, name: "n\u00e9w" });
      const user = await newUser("renamed@example.com");
      await tenants().renameUser(user.id, "N\u00e9w $x");
      await tenants().renameUser(999_999, "other");
      assert.deepEqual(await tenants().findUsers([user.id]), [{ ...user, firstName: "N\u00e9w $x" }]);
    });

    test("have projects that override the retention of events", async () => {
      const { id } = await newOrganization();
      const project = await tenants().addProject({ organizationId: id, name: "p", createdAt: 1 });
      for (const eventRetentionSeconds of [86_400, 0, null]) {
        await tenants().setEventRetention(project.id, eventRetentionSeconds);
        assert.deepEqual(await tenants().findProject(project.id), { ...project, eventRetentionSeconds });
      }
      for (const absent of ["999999", "no id"]) await tenants().setEventRetention(absent, 1);
    });

    test("are removed with their members and invites", async () => {
      const [removed, other] = [await newOrganization("Removed"), await newOrganization("Other")];
      const user = await newUser("removed@example.com");
      for (const { id } of [removed, other]) await tenants().addMember(id, user.id, "owner");
      for (let times = 0; times < 2; times++) await tenants().removeOrganization(removed.id);
      assert.deepEqual(await tenants().organizationsOf(user.id), [other]);
      assert.deepEqual(await tenants().listMembers(removed.id), []);
      assert.equal(await tenants().findOrganization(removed.id), null);
      assert.deepEqual(await tenants().listMembers(other.id), [{ user, level: "owner" }]);
    });

    test("may be added repeatedly", async () => {
      const organization = await newOrganization();
      const user = await newUser("again@example.com");
      await tenants().addMember(organization.id, user.id, "member");
      await tenants().addOrganization(organization);
      assert.deepEqual(await tenants().organizationOfMember(user.id, organization.id), organization);
    });
  });
}
