package dev.waggle.swarm.advisor;

import java.util.List;
import java.util.Optional;

import dev.waggle.signal.Payload;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.json.WireConstant;
import dev.waggle.swarm.identity.InfrastructureNames;
import org.jspecify.annotations.Nullable;

/**
 * Report on the advice in a solve.
 *
 * @param groupthinkCorrections the number of doubts raised against untested agreement
 * @param disabledAgents the agents that lost their turns, in that order
 * @param reputationApplied whether votes were weighted by reputation
 * @param actions all actions, in order
 * @param topologyUpdates the number of rewirings of the swarm
 * @param finalTopology the last topology; {@code null} when the swarm was never rewired
 * @param introspection the report on the communication of the swarm
 */
public record AdvisorReport(int groupthinkCorrections, List<String> disabledAgents, boolean reputationApplied,
        List<SwarmAdvice> actions, int topologyUpdates, @Nullable Topology finalTopology,
        IntrospectionReport introspection) {

    public AdvisorReport {
        disabledAgents = List.copyOf(disabledAgents);
        actions = List.copyOf(actions);
    }

    /** Report on these actions, which were all applied. */
    public static AdvisorReport of(List<SwarmAdvice> done, boolean reputationApplied,
            IntrospectionReport introspection) {
        int corrections = 0;
        int updates = 0;
        Topology last = null;
        for (SwarmAdvice advice : done) {
            switch (advice) {
                case SwarmAdvice.InjectSignal injected -> corrections += isCorrection(injected) ? 1 : 0;
                case SwarmAdvice.UpdateTopology rewired -> {
                    updates++;
                    last = rewired.topology();
                }
                case SwarmAdvice.DisableAgent _ -> {}
            }
        }
        List<String> disabled = done.stream().filter(SwarmAdvice.DisableAgent.class::isInstance)
                .map(advice -> ((SwarmAdvice.DisableAgent) advice).agentId()).toList();
        return new AdvisorReport(corrections, disabled, reputationApplied, done, updates, last, introspection);
    }

    /** True for a doubt: the advisor doubts nothing but untested agreement. */
    private static boolean isCorrection(SwarmAdvice.InjectSignal injected) {
        return injected.from().equals(InfrastructureNames.ADVISOR)
                && injected.draft().payload() instanceof Payload.Doubt;
    }

    /**
     * Communication statistics: signals sent and received by each agent.
     *
     * @param agents the busiest senders first; of equal ones the first to appear
     * @param totalSignals the number of signals of agents
     */
    public record CommunicationStats(List<AgentStats> agents, int totalSignals) {

        public CommunicationStats {
            agents = List.copyOf(agents);
        }

        /**
         * Traffic of an agent.
         *
         * @param sent signals that it sent
         * @param received signals that it received
         */
        public record AgentStats(String agentId, int sent, int received) {

            /**
             * Signals sent for each one received: sent / received. It is positive infinity for an agent that sends but
             * receives nothing, and 0 for one that does neither.
             */
            public double amplification() {
                return sent == 0 ? 0 : (double) sent / received;
            }
        }

        /** The busiest sender; empty without agents. */
        public Optional<String> mostActive() {
            return agents.isEmpty() ? Optional.empty() : Optional.of(agents.getFirst().agentId());
        }

        /** The least busy sender; empty without agents. */
        public Optional<String> leastActive() {
            return agents.isEmpty() ? Optional.empty() : Optional.of(agents.getLast().agentId());
        }
    }

    /**
     * Group of agents that repeat each other's recent statements.
     *
     * @param agents the repeating and the repeated agents, in the order in which they first spoke
     * @param repetitions the number of repetitions
     */
    public record EchoChamber(List<String> agents, int repetitions) {

        public EchoChamber {
            agents = List.copyOf(agents);
        }
    }

    /**
     * Groupthink report: the degree to which a group agrees without a test.
     *
     * @param severity the degree
     * @param agreementRate agreeing votes over all votes that take a side, challenges and doubts, 0..1; 0 when there are
     *        none. Agreement with a rejection is no agreement: a group that votes everything down has 0
     * @param conformists agents that agreed and never objected to anything, in the order in which they first spoke
     * @param challengers agents that objected to something, in that order
     */
    public record GroupthinkReport(Severity severity, double agreementRate, List<String> conformists,
            List<String> challengers) {

        /** Agreement rate above which agreement is nearly unanimous. */
        static final double SEVERE_RATE = 0.9;

        /** Minimum of conformists for severe groupthink: a single one may be right. */
        static final int SEVERE_CONFORMISTS = 2;

        /** Agreement rate above which objections are rare. */
        static final double MILD_RATE = 0.7;

        /** Degree of untested agreement. */
        public enum Severity implements WireConstant {
            NONE, MILD, SEVERE;
        }

        public GroupthinkReport {
            conformists = List.copyOf(conformists);
            challengers = List.copyOf(challengers);
        }

        public static GroupthinkReport of(double rate, List<String> conformists, List<String> challengers) {
            Severity severity = rate > SEVERE_RATE && conformists.size() >= SEVERE_CONFORMISTS
                    ? Severity.SEVERE
                    : rate > MILD_RATE && !conformists.isEmpty() ? Severity.MILD : Severity.NONE;
            return new GroupthinkReport(severity, rate, conformists, challengers);
        }

        public boolean isDetected() {
            return severity != Severity.NONE;
        }
    }

    /**
     * Report on the communication of a swarm.
     *
     * @param groupthink the report on untested agreement
     * @param cycles the objection cycles, each once, in the order of closing
     * @param echoChambers the groups that repeated each other
     * @param traffic the communication statistics
     */
    public record IntrospectionReport(GroupthinkReport groupthink, List<ObjectionCycle> cycles,
            List<EchoChamber> echoChambers,
            CommunicationStats traffic) {

        public IntrospectionReport {
            cycles = List.copyOf(cycles);
            echoChambers = List.copyOf(echoChambers);
        }

        /** Report of a solve without an introspector. */
        public static IntrospectionReport none() {
            return new IntrospectionReport(GroupthinkReport.of(0, List.of(), List.of()), List.of(), List.of(),
                    new CommunicationStats(List.of(), 0));
        }

        /** Agents in any objection cycle, each once. */
        public List<String> stuckAgents() {
            return cycles.stream().flatMap(cycle -> cycle.agents().stream()).distinct().toList();
        }
    }

    /**
     * Cycle of agents that answer objections with objections until they return to the start.
     *
     * @param agents the participants, in the order of objecting, from the one with the smallest id; the one after the last
     *        is the first again
     * @param types the signal type of each objection
     * @param signalId the signal that closed the cycle
     */
    public record ObjectionCycle(List<String> agents, List<SignalType> types, String signalId) {

        public ObjectionCycle {
            agents = List.copyOf(agents);
            types = List.copyOf(types);
        }
    }
}
