package dev.waggle.swarm.event.json;

import java.util.List;

import dev.waggle.signal.SignalType;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.Convergence;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.advisor.AdvisorReport;
import dev.waggle.swarm.advisor.AdvisorReport.CommunicationStats;
import dev.waggle.swarm.advisor.AdvisorReport.IntrospectionReport;
import dev.waggle.swarm.evolution.EvolutionReport;

/** Reports of a result as JSON: of coordination, the advisor and evolution. */
final class ResultReportJson {

    private ResultReportJson() {}

    /** Adds the reports of a result to its fields. */
    static void add(SwarmResult result, JsonObjectBuilder fields) {
        fields.withTexts("unheardAgents", result.activity().unheard())
                .with("convergence", convergence(result.coordination().convergence()));
        result.guidance().advisorReport().ifPresent(report -> fields.with("advisor", advisor(report)));
        result.guidance().evolutionReport().ifPresent(report -> fields.with("evolution", evolution(report)));
    }

    private static JsonValue.Obj convergence(Convergence convergence) {
        return new JsonObjectBuilder().with("converged", convergence.converged())
                .with("reason", convergence.reason())
                .with("openConflicts", open(convergence.openConflicts()))
                .with("openEscalations", open(convergence.openEscalations()))
                .with("unsureSpecialists", open(convergence.unsureSpecialists())).json();
    }

    private static List<JsonValue.Obj> open(List<ConnectivitySignal> signals) {
        return signals.stream().map(signal -> new JsonObjectBuilder().with("id", signal.id())
                .with("source", signal.source()).with("summary", signal.summary()).json()).toList();
    }

    private static JsonValue.Obj advisor(AdvisorReport report) {
        return new JsonObjectBuilder().with("groupthinkCorrections", report.groupthinkCorrections())
                .withTexts("disabledAgents", report.disabledAgents())
                .with("reputationApplied", report.reputationApplied())
                .with("actions", report.actions().stream().map(EventPartJson::advice).toList())
                .with("topologyUpdates", report.topologyUpdates())
                .withPresent("finalTopology",
                        report.finalTopology() == null ? null : EventPartJson.neighbors(report.finalTopology()))
                .with("introspection", introspection(report.introspection())).json();
    }

    private static JsonValue.Obj introspection(IntrospectionReport report) {
        AdvisorReport.GroupthinkReport groupthink = report.groupthink();
        return new JsonObjectBuilder()
                .with("groupthink", new JsonObjectBuilder()
                        .with("severity", groupthink.severity().wireName())
                        .with("agreementRate", groupthink.agreementRate())
                        .withTexts("conformists", groupthink.conformists())
                        .withTexts("challengers", groupthink.challengers()).json())
                .with("cycles", report.cycles().stream().map(cycle -> new JsonObjectBuilder()
                        .withTexts("agents", cycle.agents())
                        .withTexts("types", cycle.types().stream().map(SignalType::text).toList())
                        .with("signalId", cycle.signalId()).json()).toList())
                .with("echoChambers", report.echoChambers().stream().map(chamber -> new JsonObjectBuilder()
                        .withTexts("agents", chamber.agents()).with("repetitions", chamber.repetitions()).json())
                        .toList())
                .with("traffic", traffic(report.traffic())).json();
    }

    private static JsonValue.Obj traffic(CommunicationStats stats) {
        return new JsonObjectBuilder().with("signals", stats.totalSignals())
                .with("agents", stats.agents().stream().map(row -> new JsonObjectBuilder()
                        .with("agentId", row.agentId()).with("sent", row.sent()).with("received", row.received())
                        .json()).toList())
                .json();
    }

    private static JsonValue.Obj evolution(EvolutionReport report) {
        return new JsonObjectBuilder()
                .with("spawned", report.spawned().stream().map(agent -> new JsonObjectBuilder()
                        .with("agentId", agent.agentId()).with("domain", agent.domain()).with("round", agent.round())
                        .with("reason", agent.reason()).json()).toList())
                .with("dissolved", report.dissolved().stream().map(agent -> new JsonObjectBuilder()
                        .with("agentId", agent.agentId()).with("round", agent.round()).with("reason", agent.reason())
                        .json()).toList())
                .with("activeEvolved", report.activeEvolvedCount()).json();
    }
}
