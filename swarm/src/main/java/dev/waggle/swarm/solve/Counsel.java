package dev.waggle.swarm.solve;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

import dev.waggle.signal.JsonValue;
import dev.waggle.signal.Signal;
import dev.waggle.swarm.advisor.AdvisorConfig;
import dev.waggle.swarm.advisor.AdvisorReport;
import dev.waggle.swarm.advisor.RoundSigns;
import dev.waggle.swarm.advisor.SwarmAdvice;
import dev.waggle.swarm.advisor.SwarmAdvisor;
import dev.waggle.swarm.advisor.Topology;
import dev.waggle.swarm.agent.Infrastructure;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.consensus.Reputation;
import dev.waggle.swarm.fact.TextJson;

/**
 * Does what the advisor and the meta agent advise.
 *
 * <pre>
 *   what was said -> advisor -> advice -> advisor:action -> said, sent away, rewired
 *                    meta agent -----^
 * </pre>
 *
 * <p>Without an advisor nothing happens. What there is no room to say is not done, and not reported. Owned by the
 * thread of the solve.
 */
final class Counsel {

    private final SolveContext context;
    private final Optional<AdvisorConfig> rules;
    private final Mathematics math;
    private final Podium podium;
    private final Seats seats;
    private final Office office;
    private final SwarmAdvisor advisor;
    private final List<SwarmAdvice> done = new ArrayList<>();
    private final List<String> sentAway = new ArrayList<>();
    private final Map<String, Double> reputation = new LinkedHashMap<>();
    private final LoggedState wiring = new LoggedState("topology", JsonValue.ofNull());
    private final LoggedState disabled = new LoggedState("disabled", TextJson.of(List.of()));
    private boolean weighs;
    private int heard;

    Counsel(SolveContext context, Mathematics math, Podium podium, Seats seats, Office office) {
        this.context = context;
        this.math = math;
        this.podium = podium;
        this.seats = seats;
        this.office = office;
        SwarmConfig config = context.config();
        rules = config.steering().advisor();
        advisor = new SwarmAdvisor(rules.orElseGet(AdvisorConfig::defaults), List.of(), config.consensus().minVoters());
    }

    /** Asks what the agents have been worth before; who joins later is asked for at the end of its round. */
    void open() {
        rules.filter(AdvisorConfig::reputationWeighting).ifPresent(_ -> recallReputation());
    }

    /**
     * Looks at the round and acts.
     *
     * @param leader the leading proposal, asked for only when somebody advises
     */
    void advise(Supplier<Optional<Proposal>> leader) {
        if (rules.isEmpty()) {
            return;
        }
        open();
        List<Signal> fresh = hear();
        int round = context.log().round();
        if (rules.get().isWarm(round)) {
            Optional<Proposal> leading = leader.get();
            advisor.evaluateRound(signs(round, leading)).forEach(this::act);
            if (rules.get().asksMetaAgent(round) && round < context.config().limits().maxRounds()) { // Else nobody can answer.
                considerAtLarge(round, fresh, leading);
            }
        }
    }

    /** What the votes of an agent are multiplied by: its reputation, 1 as long as none is known. */
    VotePipeline.Factor reputation() {
        return new VotePipeline.Factor(agent -> weighs ? reputation.getOrDefault(agent, 1.0) : 1, 1);
    }

    /** What was done; empty without an advisor. */
    Optional<AdvisorReport> report() {
        if (rules.isEmpty()) {
            return Optional.empty();
        }
        hear();
        return Optional.of(AdvisorReport.of(done, weighs, advisor.introspection()));
    }

    /** Takes note of what was said since the last time; who heard whom has not changed since. */
    private List<Signal> hear() {
        seats.all().forEach(seat -> advisor.join(seat.id()));
        List<Signal> log = podium.minutes().log();
        List<Signal> fresh = List.copyOf(log.subList(heard, log.size()));
        heard = log.size();
        int all = seats.all().size();
        Map<List<Object>, List<String>> audiences = new HashMap<>(); // Most signals of a round have few.
        for (Signal signal : fresh) {
            List<String> hearers = audiences.computeIfAbsent(podium.hearing().line(signal), _ -> hearers(signal));
            if (hearers.size() == all) {
                advisor.hear(signal);
            } else {
                advisor.hear(signal, hearers);
            }
        }
        return fresh;
    }

    private List<String> hearers(Signal signal) {
        return seats.active().stream().filter(seat -> seat.profile().listens().contains(signal.type())
                && podium.hearing().reaches(seat.id(), signal)).map(Seat::id).toList();
    }

    private RoundSigns signs(int round, Optional<Proposal> leader) {
        return new RoundSigns(round, seats.active().stream().map(Seat::id).toList(), leader, math.groupthinkRisk(),
                math.findings(), math.challenge().isPresent(),
                rules.filter(of -> of.topology().enabled()).flatMap(_ -> math.shape()));
    }

    private void considerAtLarge(int round, List<Signal> fresh, Optional<Proposal> leader) {
        context.config().ports().metaAgent().filter(_ -> podium.signalsLeft() > 0).ifPresent(model -> {
            MetaAgent.View view = new MetaAgent.View(context.task(), round, fresh, leader.orElse(null),
                    math.analysis());
            Office.Job job = call -> {
                MetaAgent.Move move = model.consider(view, call);
                var _ = MetaAdvice.of(move, view); // What cannot be said is refused before it is written down.
                return move.toJson();
            };
            office.consult(Infrastructure.META_AGENT, "meta-agent.consider", job).map(MetaAgent.Move::of)
                    .flatMap(move -> MetaAdvice.of(move, view)).ifPresent(this::act);
        });
    }

    private void act(SwarmAdvice advice) {
        switch (advice) {
            case SwarmAdvice.InjectSignal said -> {
                if (podium.signalsLeft() > 0) {
                    begin(advice);
                    podium.say(said.from(), said.draft());
                }
            }
            case SwarmAdvice.DisableAgent sent -> {
                begin(advice);
                seats.dismiss(sent.agentId());
                math.leave(sent.agentId());
                sentAway.add(sent.agentId());
                disabled.set(TextJson.of(sentAway), Infrastructure.ADVISOR, null, context.log());
            }
            case SwarmAdvice.UpdateTopology rewired -> {
                begin(advice);
                podium.hearing().change(rewired.topology());
                wiring.set(shut(rewired.topology()), Infrastructure.ADVISOR, null, context.log());
                context.events().announce(new SwarmEvent.TopologyUpdated(rewired.topology(), rewired.reason()));
            }
        }
    }

    private void begin(SwarmAdvice advice) {
        done.add(advice);
        context.events().announce(new SwarmEvent.AdvisorActed(advice));
    }

    /** Whom each agent does not hear, which is less to write than whom it hears; null when all hear all. */
    private static JsonValue shut(Topology topology) {
        if (topology.isOpen()) {
            return JsonValue.ofNull();
        }
        Map<String, JsonValue> shut = new LinkedHashMap<>();
        for (String receiver : topology.hears().keySet()) {
            List<String> silent = topology.hears().keySet().stream()
                    .filter(source -> !source.equals(receiver) && !topology.lets(receiver, source)).toList();
            if (!silent.isEmpty()) {
                shut.put(receiver, TextJson.of(silent));
            }
        }
        return JsonValue.of(shut);
    }

    /** Asks for those whom it has not been asked for; without an answer they count as they are. */
    private void recallReputation() {
        Reputation port = context.config().ports().reputation();
        List<String> unknown = seats.all().stream().map(Seat::id).filter(id -> !reputation.containsKey(id)).toList();
        if (port.equals(Reputation.NONE) || unknown.isEmpty()) {
            return;
        }
        Office.Job recall = _ -> weights(port, unknown);
        office.ask(Infrastructure.ADVISOR, "advisor.reputation", Guard.PATIENCE, recall).ifPresent(recalled -> {
            if (recalled instanceof JsonValue.Obj weights) {
                weighs = true;
                weights.fields().forEach((agent, weight) -> reputation.put(agent, number(weight)));
            }
        });
        unknown.forEach(agent -> reputation.putIfAbsent(agent, 1.0));
    }

    private static JsonValue weights(Reputation port, List<String> agents) {
        Map<String, JsonValue> weights = new LinkedHashMap<>();
        for (String agent : agents) {
            double weight = port.weightOf(agent, Reputation.GENERAL);
            if (!(weight >= 0 && weight <= 1)) {
                throw new IllegalArgumentException("the reputation of agent " + agent + " must be between 0 and 1, got "
                        + weight);
            }
            weights.put(agent, JsonValue.of(weight));
        }
        return JsonValue.of(weights);
    }

    private static double number(JsonValue value) {
        return value instanceof JsonValue.Num weight ? weight.value().doubleValue() : 1;
    }
}
