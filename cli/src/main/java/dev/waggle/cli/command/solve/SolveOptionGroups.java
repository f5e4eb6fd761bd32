package dev.waggle.cli.command.solve;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Groups of the options of {@code waggle solve} in its help. */
final class SolveOptionGroups {

    /** The grammar of seats, and the place of the whole descriptions. */
    static final List<String> SEATS = List.of("", "Each option in full: docs/reference/commands.md", "", "Seats:",
            "  --seat \"ID | NAME | ROLE\", name and role optional: \"dba | Maya | engineer\"",
            "  The id has letters, digits, - _ and . (at most 64), and each seat has another.",
            "  --seat-later has a fourth part, the time for an answer: \"dba | Maya | | 3d\"",
            "  A person enters one act a line, and an empty line ends the turn:",
            "    propose 0.7 NAME: TEXT | because: TEXT     vote NAME agree 0.9 REASON",
            "    find 0.8 TEXT | evidence: TEXT             doubt REF 0.6 CONCERN",
            "    challenge REF 0.7 ARGUMENT                 split NAME, say TEXT, pass, help",
            "  The whole grammar: docs/people.md");

    private SolveOptionGroups() {}

    /** The titles with the options of each, in the order in which a reader needs them. */
    static Map<String, List<String>> all() {
        Map<String, List<String>> groups = new LinkedHashMap<>();
        groups.put("Question and context", List.of("--context", "--context-file", "--max-context", "--task-type"));
        groups.put("Who answers: models", List.of("--model", "--agents", "--agent", "--template", "--config", "--mode",
                "--models-file", "--effort", "--thinking", "--temperature", "--web", "--tools", "--signal-tools"));
        groups.put("Who answers: people", List.of("--seat", "--answers", "--seat-later", "--seat-deadline"));
        groups.put("Who answers: recordings",
                List.of("--play", "--episode", "--cassette", "--replay", "--or-live", "--seed"));
        groups.put("Rules of a decision",
                List.of("--strategy", "--threshold", "--threshold-confidence", "--min-voters", "--settle-rounds",
                        "--ballots", "--conflicts", "--debate-rounds", "--require-approval", "--veto", "--math",
                        "--without-lens", "--proposal-judge"));
        groups.put("Limits and budgets", List.of("--max-rounds", "--max-signals", "--timeout", "--budget-tokens",
                "--budget-usd", "--max-output"));
        groups.put("Data, logs and memory", List.of("--data", "--log", "--wait", "--learn", "--log-condenser",
                "--no-memory", "--tenant", "--embeddings", "--qdrant", "--qdrant-collection"));
        groups.put("Output",
                List.of("--json", "--events", "--synthesize", "--record", "--force", "--exit-zero", "--help",
                        "--version"));
        return groups;
    }
}
