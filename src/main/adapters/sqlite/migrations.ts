/**
 * One entry a version of the schema; `user_version` counts the entries that were run. Entries are never changed
 * once released, only added.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE slot (
    slot INTEGER PRIMARY KEY,
    target TEXT UNIQUE,
    epoch INTEGER NOT NULL,
    since REAL NOT NULL,
    holder TEXT NOT NULL,
    last_used_at REAL NOT NULL DEFAULT 0
  ) STRICT;

  CREATE TABLE launch (
    launch TEXT PRIMARY KEY,
    slot INTEGER NOT NULL,
    began_at REAL NOT NULL,
    pid INTEGER,
    start_time TEXT,
    ended_at REAL,
    how TEXT
  ) STRICT;
  CREATE INDEX launch_open ON launch (slot) WHERE ended_at IS NULL;

  CREATE TABLE action (
    id TEXT PRIMARY KEY,
    slot INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    lease TEXT NOT NULL,
    session TEXT NOT NULL,
    agent TEXT NOT NULL,
    tool TEXT NOT NULL,
    summary TEXT NOT NULL,
    effect TEXT NOT NULL,
    admitted_at REAL NOT NULL,
    dispatched_at REAL,
    settled_at REAL,
    outcome TEXT,
    evidence TEXT
  ) STRICT;
  CREATE INDEX action_open ON action (slot) WHERE settled_at IS NULL;
  CREATE INDEX action_of_slot ON action (slot, admitted_at);

  CREATE TABLE receipt (
    slot INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (slot, epoch)
  ) STRICT;

  CREATE TABLE event (
    id INTEGER PRIMARY KEY,
    at REAL NOT NULL,
    slot INTEGER,
    kind TEXT NOT NULL,
    text TEXT NOT NULL
  ) STRICT;
  `,
  `
  ALTER TABLE action ADD COLUMN agent_id TEXT NOT NULL DEFAULT '';
  ALTER TABLE action ADD COLUMN written_at REAL;
  ALTER TABLE action ADD COLUMN requests TEXT NOT NULL DEFAULT '[]';
  ALTER TABLE action ADD COLUMN resolution TEXT;
  -- Outcomes from before they were cleared up by name: their workplaces are gone.
  UPDATE action SET resolution = json_object('finding', 'discarded', 'by', 'evidence', 'who', '', 'at', settled_at,
    'why', 'It is from before outcomes were cleared up.') WHERE outcome = 'unknown';
  -- Whether these wrote anything was not noted yet, so it has to be assumed.
  UPDATE action SET written_at = dispatched_at WHERE settled_at IS NULL;
  CREATE INDEX action_unresolved ON action (slot) WHERE outcome = 'unknown' AND resolution IS NULL;

  CREATE TABLE quarantine (
    id TEXT PRIMARY KEY,
    slot INTEGER NOT NULL,
    code TEXT NOT NULL,
    known TEXT NOT NULL,
    since REAL NOT NULL,
    about TEXT NOT NULL,
    ended_at REAL,
    way TEXT,
    who TEXT,
    why TEXT
  ) STRICT;
  CREATE INDEX quarantine_open ON quarantine (slot) WHERE ended_at IS NULL;

  CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    boot TEXT NOT NULL,
    began_at REAL NOT NULL
  ) STRICT;
  `,
  `
  -- A Chrome without a pipe, in which the person logs in: it doesn't end with its control room.
  ALTER TABLE launch ADD COLUMN for_person INTEGER NOT NULL DEFAULT 0;

  -- What is known of a slot's login. It is of one target, and goes with it.
  CREATE TABLE login (
    slot INTEGER PRIMARY KEY,
    health TEXT NOT NULL
  ) STRICT;
  `,
  `
  CREATE TABLE wipe (
    id TEXT PRIMARY KEY,
    slot INTEGER NOT NULL,
    target TEXT,
    epoch INTEGER NOT NULL,
    began_at REAL NOT NULL,
    moved_at REAL,
    proven_at REAL,
    failed_at REAL,
    failure TEXT,
    who TEXT NOT NULL,
    why TEXT NOT NULL
  ) STRICT;
  CREATE INDEX wipe_open ON wipe (slot) WHERE proven_at IS NULL AND failed_at IS NULL;
  `,
];
