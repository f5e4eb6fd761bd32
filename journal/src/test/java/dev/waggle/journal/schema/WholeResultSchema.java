package dev.waggle.journal.schema;

import java.util.List;

import tools.jackson.databind.node.ObjectNode;

import static dev.waggle.journal.schema.EventSchemas.agent;
import static dev.waggle.journal.schema.EventSchemas.count;
import static dev.waggle.journal.schema.EventSchemas.enumeration;
import static dev.waggle.journal.schema.EventSchemas.flag;
import static dev.waggle.journal.schema.EventSchemas.list;
import static dev.waggle.journal.schema.EventSchemas.neighbors;
import static dev.waggle.journal.schema.EventSchemas.object;
import static dev.waggle.journal.schema.EventSchemas.share;
import static dev.waggle.journal.schema.EventSchemas.text;
import static dev.waggle.journal.schema.EventSchemas.texts;
import static dev.waggle.journal.schema.SchemaFiles.described;
import static dev.waggle.journal.schema.SchemaFiles.ref;

/** The fields that only the whole result of a solve has, as {@code waggle solve --json} prints it. */
final class WholeResultSchema {

    private WholeResultSchema() {}

    /** Adds the fields, which an event and a server omit. */
    static void addTo(ObjectNode result, ObjectNode advice) {
        ObjectNode fields = result.withObject("properties");
        fields.set("unheardAgents", texts("the ids of the agents without a published signal; in the whole result"));
        fields.set("convergence", described(object("converged", flag("whether nothing is open"),
                "reason", text("why, for people"), "openConflicts", list(open()), "openEscalations", list(open()),
                "unsureSpecialists", list(open())), "open points of coordination; in the whole result"));
        fields.set("advisor", described(advisor(advice),
                "the report of the advisor; in the whole result of a solve with one"));
        fields.set("evolution", described(evolution(),
                "agents that joined and left; in the whole result of a solve with evolution"));
        fields.set("innerSolves", described(list(object("agentId", agent(), "round", count("the round, from 1"),
                "result", ref("result"))), "the solves of agents that are swarms; in the whole result"));
        fields.set("signalLog", described(list(ref("envelope")),
                "all published signals in order; in the whole result"));
    }

    private static ObjectNode open() {
        return object("id", text("the signal of coordination"), "source", text("its source"),
                "summary", text("what it says"));
    }

    private static ObjectNode advisor(ObjectNode advice) {
        return object("groupthinkCorrections", count("the doubts that it raised against untested agreement"),
                "disabledAgents", texts("the agents that lost their turns"),
                "reputationApplied", flag("whether reputation weighed the votes"), "actions", list(advice),
                "topologyUpdates", count("the changes of who hears whom"), "finalTopology?", neighbors(),
                "introspection", object("groupthink", groupthink(),
                        "cycles", list(object("agents", texts("the agents of the cycle"),
                                "types", texts("the types of its signals"), "signalId",
                                text("the signal that closed it"))),
                        "echoChambers", list(object("agents", texts("agents that repeat each other"),
                                "repetitions", count("how often"))),
                        "traffic", object("signals", count("all signals"), "agents", list(object("agentId", agent(),
                                "sent", count("its signals"), "received", count("those that it got"))))));
    }

    private static ObjectNode groupthink() {
        return object("severity", enumeration(List.of("none", "mild", "severe")),
                "agreementRate", share("agreeing votes among all"), "conformists", texts("agents that only agreed"),
                "challengers", texts("agents that disagreed"));
    }

    private static ObjectNode evolution() {
        return object("spawned", list(object("agentId", agent(), "domain", text("the gap that it is to fill"),
                "round", count("the round"), "reason", text("why, for people"))),
                "dissolved", list(object("agentId", agent(), "round", count("the round"),
                        "reason", text("why, for people"))),
                "activeEvolved", count("those that were there at the end"));
    }
}
