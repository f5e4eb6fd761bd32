package dev.waggle.swarm.engine.loop;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

import dev.waggle.signal.Signal;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.advisor.AdvisorConfig;
import dev.waggle.swarm.advisor.AdvisorReport;
import dev.waggle.swarm.advisor.SwarmAdvice;
import dev.waggle.swarm.advisor.Topology;
import dev.waggle.swarm.advisor.analysis.AdvisorInput;
import dev.waggle.swarm.advisor.analysis.SwarmAdvisor;
import dev.waggle.swarm.assist.MetaAgent;
import dev.waggle.swarm.consensus.ApprovalRule;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.engine.record.LoggedValue;
import dev.waggle.swarm.engine.record.SolveContext;
import dev.waggle.swarm.engine.speech.SolveBus;
import dev.waggle.swarm.engine.turn.AgentRoster;
import dev.waggle.swarm.engine.turn.AgentSeat;
import dev.waggle.swarm.engine.turn.HelperExecutor;
import dev.waggle.swarm.engine.turn.StopGuard;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.identity.InfrastructureNames;
import dev.waggle.swarm.reputation.ReputationSource;

/**
 * Applies the advice of the advisor and of the meta agent.
 *
 * <pre>
 *   what was said -> advisor -> advice -> advisor:action -> said, sent away, rewired
 *                    meta agent -----^
 * </pre>
 *
 * <p>Without an advisor nothing happens. Advice beyond the signal limit is neither applied nor reported. Owned by the
 * thread of the solve.
 */
final class AdvicePhase {

    private final SolveContext context;
    private final Optional<AdvisorConfig> rules;
    private final ApprovalRule approval;
    private final SolveMathematics math;
    private final SolveBus bus;
    private final AgentRoster seats;
    private final HelperExecutor helpers;
    private final SwarmAdvisor advisor;
    private final List<SwarmAdvice> done = new ArrayList<>();
    private final List<String> sentAway = new ArrayList<>();
    private final Map<String, Double> reputation = new LinkedHashMap<>();
    private final LoggedValue wiring = new LoggedValue("topology", JsonValue.ofNull());
    private final LoggedValue disabled = new LoggedValue("disabled", JsonValue.ofTexts(List.of()));
    private boolean weighs;
    private int position;

    AdvicePhase(SolveContext context, SolveMathematics math, SolveBus bus, AgentRoster seats,
            HelperExecutor helpers) {
        this.context = context;
        this.math = math;
        this.bus = bus;
        this.seats = seats;
        this.helpers = helpers;
        SwarmConfig config = context.config();
        rules = config.steering().advisor();
        approval = config.consensus().approval();
        advisor = new SwarmAdvisor(rules.orElseGet(AdvisorConfig::defaults), List.of(), config.consensus().minVoters());
    }

    /**
     * Loads the reputation of the agents. For later agents this happens at the end of the round in which they join.
     */
    void open() {
        rules.filter(AdvisorConfig::reputationWeighting).ifPresent(_ -> recallReputation());
    }

    /**
     * Analyses the round and applies the advice.
     *
     * @param leader the leading proposal, computed only when an advisor or a meta agent is due
     */
    void advise(Supplier<Optional<Proposal>> leader) {
        if (rules.isEmpty()) {
            return;
        }
        open();
        List<Signal> fresh = readNewSignals();
        int round = context.log().round();
        if (rules.get().isWarm(round)) {
            Optional<Proposal> leading = leader.get();
            advisor.evaluateRound(advisorInput(round, leading)).forEach(this::apply);
            if (rules.get().asksMetaAgent(round) && round < context.config().limits().maxRounds()) { // Else nobody can answer.
                askMetaAgent(round, fresh, leading);
            }
        }
    }

    /** Factor of an agent's votes: its reputation, 1 as long as none is known. */
    VoteWeighting.Factor reputation() {
        return new VoteWeighting.Factor(agent -> weighs ? reputation.getOrDefault(agent, 1.0) : 1, 1);
    }

    /** Report of the advisor's actions; empty without an advisor. */
    Optional<AdvisorReport> report() {
        if (rules.isEmpty()) {
            return Optional.empty();
        }
        readNewSignals();
        return Optional.of(AdvisorReport.of(done, weighs, advisor.introspection()));
    }

    /** Reads the signals since the last call; the topology has not changed since. */
    private List<Signal> readNewSignals() {
        seats.all().forEach(seat -> advisor.join(seat.id()));
        List<Signal> log = bus.summary().log();
        List<Signal> fresh = List.copyOf(log.subList(position, log.size()));
        position = log.size();
        int all = seats.all().size();
        Map<List<Object>, List<String>> audiences = new HashMap<>(); // Most signals of a round have few.
        for (Signal signal : fresh) {
            List<String> receivers = audiences.computeIfAbsent(bus.hearing().routeKey(signal), _ -> receivers(signal));
            if (receivers.size() == all) {
                advisor.accept(signal);
            } else {
                advisor.accept(signal, receivers);
            }
        }
        return fresh;
    }

    private List<String> receivers(Signal signal) {
        return seats.active().stream().filter(seat -> seat.profile().listens().contains(signal.type())
                && bus.hearing().reaches(seat.id(), signal)).map(AgentSeat::id).toList();
    }

    private AdvisorInput advisorInput(int round, Optional<Proposal> leader) {
        return new AdvisorInput(round, seats.active().stream().map(AgentSeat::id).toList(), leader,
                math.groupthinkRisk(),
                math.findings(), math.challenge().isPresent(),
                rules.filter(of -> of.topology().enabled()).flatMap(_ -> math.shape()));
    }

    private void askMetaAgent(int round, List<Signal> fresh, Optional<Proposal> leader) {
        context.config().services().assistance().metaAgent().filter(_ -> bus.signalsLeft() > 0).ifPresent(model -> {
            MetaAgent.View view = new MetaAgent.View(context.task(), round, fresh, leader.orElse(null),
                    math.analysis());
            HelperExecutor.HelperJob job = call -> {
                MetaAgent.Move move = model.consider(view, call);
                var _ = MetaAdvice.of(move, view); // What cannot be said is refused before it is written down.
                return move.toJson();
            };
            helpers.runWithinTimeout(InfrastructureNames.META_AGENT, "meta-agent.consider",
                    job.withReader(MetaAgent.Move::of))
                    .map(MetaAgent.Move::of)
                    .flatMap(move -> MetaAdvice.of(move, view)).ifPresent(this::apply);
        });
    }

    private void apply(SwarmAdvice advice) {
        switch (advice) {
            case SwarmAdvice.InjectSignal injected -> {
                if (bus.signalsLeft() > 0) {
                    begin(advice);
                    bus.publish(injected.from(), injected.draft());
                }
            }
            case SwarmAdvice.DisableAgent sent -> {
                if (!approval.names(sent.agentId())) { // Without its turns nothing could be decided, or blocked.
                    begin(advice);
                    seats.dismiss(sent.agentId());
                    math.leave(sent.agentId());
                    sentAway.add(sent.agentId());
                    disabled.set(JsonValue.ofTexts(sentAway), InfrastructureNames.ADVISOR, null, context.log());
                }
            }
            case SwarmAdvice.UpdateTopology rewired -> {
                Topology topology = withAllSources(rewired.topology());
                begin(new SwarmAdvice.UpdateTopology(topology, rewired.reason()));
                bus.hearing().setTopology(topology);
                wiring.set(blockedAuthors(topology), InfrastructureNames.ADVISOR, null, context.log());
                context.events().dispatch(new SwarmEvent.TopologyUpdated(topology, rewired.reason()));
            }
        }
    }

    /** The topology in which agents of the approval rule receive from all: they judge every proposal. */
    private Topology withAllSources(Topology topology) {
        if (approval.agents().stream().noneMatch(topology.sourcesOf()::containsKey)) {
            return topology;
        }
        Map<String, Set<String>> sources = new LinkedHashMap<>(topology.sourcesOf());
        sources.replaceAll((receiver, heard) -> approval.names(receiver) ? topology.sourcesOf().keySet() : heard);
        return new Topology(sources);
    }

    private void begin(SwarmAdvice advice) {
        done.add(advice);
        context.events().dispatch(new SwarmEvent.AdvisorActed(advice));
    }

    /** Blocked authors by agent, which are fewer than the others; null when nothing is restricted. */
    private static JsonValue blockedAuthors(Topology topology) {
        if (topology.isOpen()) {
            return JsonValue.ofNull();
        }
        JsonObjectBuilder shut = new JsonObjectBuilder();
        for (String receiver : topology.sourcesOf().keySet()) {
            List<String> silent = topology.sourcesOf().keySet().stream()
                    .filter(source -> !source.equals(receiver) && !topology.allows(receiver, source)).toList();
            if (!silent.isEmpty()) {
                shut.withTexts(receiver, silent);
            }
        }
        return shut.json();
    }

    /** Loads missing reputations; without an answer those agents count with factor 1. */
    private void recallReputation() {
        ReputationSource port = context.config().services().experience().reputation();
        List<String> unknown = seats.all().stream().map(AgentSeat::id).filter(id -> !reputation.containsKey(id))
                .toList();
        if (port.equals(ReputationSource.NONE) || unknown.isEmpty()) {
            return;
        }
        HelperExecutor.HelperJob recall = _ -> weights(port, unknown, context.task().type());
        helpers.run(InfrastructureNames.ADVISOR, "advisor.reputation", StopGuard.HELPER_TIMEOUT, recall)
                .ifPresent(recalled -> {
                    JsonObjectReader weights = JsonObjectReader.root("the answer of advisor.reputation", recalled);
                    weighs = true;
                    weights.names().forEach(agent -> reputation.put(agent, weights.fraction(agent)));
                });
        unknown.forEach(agent -> reputation.putIfAbsent(agent, 1.0));
    }

    private static JsonValue weights(ReputationSource port, List<String> agents, String taskType) {
        JsonObjectBuilder weights = new JsonObjectBuilder();
        for (String agent : agents) {
            double weight = port.weightOf(agent, taskType);
            if (!(weight >= 0 && weight <= 1)) {
                throw new IllegalArgumentException("the reputation of agent " + agent + " must be between 0 and 1, got "
                        + weight);
            }
            weights.with(agent, weight);
        }
        return weights.json();
    }
}
