package dev.waggle.journal.redaction;

import java.util.Locale;
import java.util.Set;

/**
 * Fields of facts and drafts of which the value is a name: of a run, an agent, a type, a proposal or a constant. The
 * log cannot be read without them, so a text of one word stays there.
 */
final class NameFields {

    private static final Set<String> NAMES = Set.of("id", "ids", "type", "run", "by", "agent", "agentid", "agents",
            "proposalid", "proposal", "targetsignalid", "signala", "signalb", "signal", "trigger", "for", "role",
            "kind", "category", "toolname", "triggeredby", "stance", "severity", "model", "provider", "request",
            "seed", "lens", "lenses", "strategy", "key", "name", "thread", "cause", "about", "replyto", "replaces",
            "source", "profile", "ending", "status", "code", "mode", "leader", "winner", "author", "voter", "topic",
            "recipient", "to", "priority", "lifetime", "audience", "stopreason", "sessionid", "tool", "ballots",
            "effort", "taskid", "tasktype", "checkpoint", "crc", "payer", "personality", "listens", "emits", "phase",
            "action", "verdict", "domain", "diagnostic", "trend", "version", "voters", "believers", "signalids",
            "signalid", "patterns", "edges", "stops", "settling", "setup", "timestamp",
            "conflictresolution", "mathematics", "advisor", "confidencebasis", "causallevel", "selection", "evolution",
            "workspace", "canemit", "newvalue", "oldvalue");

    private NameFields() {}

    /** True if the values of a field are names. */
    static boolean contains(String field) {
        return NAMES.contains(field.toLowerCase(Locale.ROOT));
    }
}
