package dev.waggle.swarm.advisor.analysis;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Severity;
import dev.waggle.signal.Signal;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.advisor.AdvisorConfig;
import dev.waggle.swarm.advisor.AdvisorReport.GroupthinkReport;
import dev.waggle.swarm.advisor.AdvisorReport.IntrospectionReport;
import dev.waggle.swarm.advisor.SwarmAdvice;
import dev.waggle.swarm.advisor.Topology;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.identity.InfrastructureNames;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.lens.game.GameTheoryLens.Risk;

/**
 * Advisor of one solve.
 *
 * <pre>
 *   signals -> introspector --+
 *   findings of lenses -------+-> groupthink? idle agents? topology? new insights? -> advice
 *   shape of the group -------+
 * </pre>
 *
 * <p>It gives no advice before the warm-up is over, and none twice. A doubt is raised again only after the group has
 * disagreed in between. A finding is reported once. Owned by the thread of the solve.
 */
public final class SwarmAdvisor {

    /** Minimum of agents that retain their turns, because one alone cannot deliberate. */
    public static final int MIN_ACTIVE = 2;

    /** First round of pruning: in two rounds, one for proposals and one for votes, no agent can prove idle. */
    public static final int FIRST_PRUNED_ROUND = 3;

    /** Confidence of the advisor in a doubt. */
    private static final double DOUBT_CONFIDENCE = 0.8;

    private final AdvisorConfig config;
    private final int leastActive;
    private final Introspector introspector;
    private final TopologyController controller;
    private final InsightReporter insights = new InsightReporter();
    private final Set<String> doubted = new HashSet<>();
    private Topology topology = Topology.everyone();

    /**
     * Advisor of a solve with these agents.
     *
     * @param agents the participants at the start; more may {@link #join}
     * @param minVoters the number of voters that the consensus needs; at least this many agents retain their turns
     */
    public SwarmAdvisor(AdvisorConfig config, List<String> agents, int minVoters) {
        this.config = config;
        leastActive = Math.max(MIN_ACTIVE, minVoters);
        introspector = new Introspector(agents);
        controller = new TopologyController(config.topology());
    }

    /** Adds a receiver from now on. */
    public void join(String agent) {
        introspector.join(agent);
    }

    /** Records a signal that reached all others. */
    public void accept(Signal signal) {
        introspector.record(signal);
    }

    /** Records a signal that reached these agents. */
    public void accept(Signal signal, List<String> receivers) {
        introspector.record(signal, receivers);
    }

    /** Advice at the end of a round, in this order. Called once a round, after its last signal. */
    public List<SwarmAdvice> evaluateRound(AdvisorInput signs) {
        if (!config.isWarm(signs.round())) {
            return List.of();
        }
        List<SwarmAdvice> advice = new ArrayList<>();
        Optional<SwarmAdvice> doubt = groupthink(signs);
        doubt.ifPresent(advice::add);
        advice.addAll(pruning(signs));
        rewiring(signs).ifPresent(advice::add);
        insights.newAdvice(signs, introspector, doubt.isPresent()).forEach(advice::add);
        return List.copyOf(advice);
    }

    /** Report on the communication of the swarm so far. */
    public IntrospectionReport introspection() {
        return introspector.introspection();
    }

    private Optional<SwarmAdvice> groupthink(AdvisorInput signs) {
        GroupthinkReport report = introspector.groupthink();
        boolean severe = report.severity() == GroupthinkReport.Severity.SEVERE;
        boolean risky = signs.groupthinkRisk().filter(risk -> risk != Risk.LOW).isPresent();
        if (!config.groupthinkCorrection() || !(severe || (report.isDetected() && risky))) {
            doubted.clear();
            return Optional.empty();
        }
        return signs.leader().filter(leader -> doubted.add(leader.id()))
                .map(leader -> doubt(leader, report, severe ? Severity.HIGH : Severity.MEDIUM));
    }

    private static SwarmAdvice doubt(Proposal leader, GroupthinkReport report, Severity severity) {
        long percent = Math.round(100 * report.agreementRate());
        String reason = percent + " % of all votes and objections agree, and " + report.conformists().size()
                + (report.conformists().size() == 1 ? " agent has" : " agents have") + " never spoken against anything";
        Payload.Doubt doubt = new Payload.Doubt(leader.sourceSignalId(), "Everybody agrees and hardly anybody has"
                + " tested it: " + reason + ". What speaks against this proposal, and what would show that it is"
                + " wrong?", severity);
        return new SwarmAdvice.InjectSignal(Draft.of(doubt, DOUBT_CONFIDENCE).inReplyTo(leader.sourceSignalId()),
                InfrastructureNames.ADVISOR, "groupthink: " + reason);
    }

    /** Agents that lenses report as idle. Similar words are no sign: two with the same reasons are two votes. */
    private static List<String> idle(List<Finding> findings) {
        return findings.stream().filter(Finding.Prune.class::isInstance).map(Finding.Prune.class::cast)
                .filter(prune -> !prune.lens().equals(LensCatalog.MUTUAL_INFORMATION.name()))
                .flatMap(prune -> prune.agents().stream()).toList();
    }

    private List<SwarmAdvice> pruning(AdvisorInput signs) {
        List<SwarmAdvice> advice = new ArrayList<>();
        if (config.agentPruning() && signs.round() >= FIRST_PRUNED_ROUND) {
            int left = signs.active().size();
            Set<String> active = new HashSet<>(signs.active());
            for (String agent : idle(signs.findings())) {
                if (left > leastActive && active.remove(agent)) {
                    left--;
                    advice.add(new SwarmAdvice.DisableAgent(agent, agent + " adds next to nothing to what the group"
                            + " brought about by round " + signs.round()));
                }
            }
        }
        return advice;
    }

    private Optional<SwarmAdvice> rewiring(AdvisorInput signs) {
        Topology next = signs.shape().map(shape -> controller.topology(signs.active(), shape)).orElse(topology);
        if (next.equals(topology)) {
            return Optional.empty();
        }
        topology = next;
        return Optional.of(new SwarmAdvice.UpdateTopology(next,
                next.isOpen() ? "all hear all again" : signs.shape().map(SwarmAdvisor::describe).orElse("")));
    }

    private static String describe(GroupStructure shape) {
        return String.format(PlainLocale.NONE, "inequality of influence %.2f%s, %d camps, %d agents outside, %d"
                + " who repeat others", shape.concentration(), shape.hub().map(hub -> " around " + hub).orElse(""),
                shape.camps(), shape.isolated().size(), shape.redundant().size());
    }
}
