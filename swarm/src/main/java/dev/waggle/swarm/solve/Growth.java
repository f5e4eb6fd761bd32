package dev.waggle.swarm.solve;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

import dev.waggle.signal.JsonValue;
import dev.waggle.signal.Signal;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.Infrastructure;
import dev.waggle.swarm.evolution.AgentFactory;
import dev.waggle.swarm.evolution.EvolutionController;
import dev.waggle.swarm.evolution.EvolutionReport;
import dev.waggle.swarm.evolution.EvolutionStep;
import dev.waggle.swarm.evolution.RoundSight;
import dev.waggle.swarm.evolution.Vacancy;
import dev.waggle.swarm.fact.Lifecycle;
import dev.waggle.swarm.fact.Outcome.Answered;
import dev.waggle.swarm.fact.Outcome.Failed;
import dev.waggle.swarm.fact.ProfileJson;
import dev.waggle.swarm.lens.RoundAnalysis;

/**
 * Does what evolution asks for after a round.
 *
 * <pre>
 *   spawn    -> hire -> seat -> tell it the question and what is proposed -> its first turn is in the next round
 *                 fails -> agent:error, and nobody is seated
 *   dissolve -> close the seat: no turn, no mail; what it said and what it cost stay
 * </pre>
 *
 * <p>Owned by the thread of the solve.
 */
final class Growth {

    /** Proposals that a newcomer is told, the newest: as many as one can compare. */
    private static final int MOST_TOLD = 50;

    private final Optional<AgentFactory> factory;
    private final Optional<EvolutionController> controller;
    private final SolveContext context;
    private final Guard guard;
    private final Office office;
    private final Mathematics math;
    private final Podium podium;
    private final Seats seats;
    /** How much of the log evolution has seen. */
    private int heard;

    Growth(SolveContext context, Guard guard, Office office, Mathematics math, Podium podium, Seats seats) {
        SwarmConfig config = context.config();
        factory = config.ports().agents();
        controller = config.steering().evolution().enabled()
                ? Optional.of(new EvolutionController(config.steering().evolution(),
                        config.agents().stream().map(agent -> agent.profile().id()).toList()))
                : Optional.empty();
        this.context = context;
        this.guard = guard;
        this.office = office;
        this.math = math;
        this.podium = podium;
        this.seats = seats;
    }

    /**
     * Refuses a swarm that is to grow and cannot.
     *
     * @throws IllegalArgumentException when nobody makes agents, or nobody sees what is missing
     */
    static void check(SwarmConfig config) {
        if (config.steering().evolution().enabled()) {
            if (config.ports().agents().isEmpty()) {
                throw new IllegalArgumentException("evolution is enabled and nobody makes the agents"
                        + "\nMaybe Ports.withAgents(new ModelAgentFactory(harness, config)).");
            }
            if (config.math().lenses().isEmpty()) {
                throw new IllegalArgumentException("evolution is enabled and there is no lens to see what is missing"
                        + "\nMaybe MathConfig.defaults().");
            }
        }
    }

    /** Lets the swarm grow and shrink by what was seen in the round. */
    void evolve(RoundAnalysis analysis) {
        controller.ifPresent(evolution -> {
            List<Signal> log = podium.minutes().log();
            evolution.beginRound();
            log.subList(heard, log.size()).forEach(evolution::hear);
            heard = log.size();
            for (EvolutionStep step : evolution.evaluateRound(RoundSight.of(analysis, math.readings()))) {
                switch (step) {
                    case EvolutionStep.Spawn spawn -> spawn(spawn.vacancy(), evolution);
                    case EvolutionStep.Dissolve dissolve -> dissolve(dissolve);
                }
            }
        });
    }

    /** How the swarm grew and shrank; empty when it may not. */
    Optional<EvolutionReport> report() {
        return controller.map(EvolutionController::report);
    }

    private void spawn(Vacancy vacancy, EvolutionController evolution) {
        String id = vacancy.agentId();
        if (guard.stop().isPresent()) { // Nobody joins a solve that has to stop.
            evolution.turnedDown(id);
            return;
        }
        AtomicReference<Agent> hired = new AtomicReference<>();
        Office.Job hiring = _ -> {
            Agent agent = fitting(factory.orElseThrow().hire(vacancy), vacancy);
            hired.set(agent);
            return ProfileJson.of(agent.profile());
        };
        Office.Done done = office.all(Infrastructure.ORCHESTRATOR, List.of(hiring), guard.patience()).getFirst();
        switch (done.outcome()) {
            case Answered<JsonValue> answered -> {
                AgentProfile profile = ProfileJson.read(answered.answer());
                Agent agent = hired.get();
                seat(agent == null || done.isOfBefore() ? again(profile, vacancy) : agent, vacancy);
            }
            case Failed<JsonValue> failed -> {
                evolution.turnedDown(id);
                podium.fail(id, "agent." + id + ".hire", failed.message());
            }
        }
    }

    /** Who was hired before the solve broke off, hired again; nobody but a name where nobody gets a turn any more. */
    private Agent again(AgentProfile profile, Vacancy vacancy) {
        if (!context.retrace().isLive()) {
            return Agent.of(profile, _ -> List.of());
        }
        Call<Agent> hiring = Call.start(profile.id(), context.world(),
                () -> fitting(factory.orElseThrow().hire(vacancy), vacancy));
        return switch (guard.await(hiring, guard.patience())) {
            case Answered<Agent> hired -> hired.answer();
            case Failed<Agent> failed -> Agent.of(profile, turn -> {
                throw new IllegalStateException("it could not be hired again: " + failed.message());
            });
        };
    }

    private void seat(Agent agent, Vacancy vacancy) {
        context.events()
                .announce(new SwarmEvent.EvolutionSpawned(vacancy.agentId(), vacancy.domain(), vacancy.reason()));
        context.log().lifecycle(Lifecycle.EVOLUTION_SPAWNED, Lifecycle.spawned(vacancy), null);
        math.join(vacancy.agentId(), vacancy.domain());
        Seat seat = seats.seat(agent);
        for (Signal signal : podium.minutes().standing(MOST_TOLD)) {
            if (seat.profile().listens().contains(signal.type())) {
                seat.hear(signal);
                context.events().announce(new SwarmEvent.SignalDelivered(signal, seat.id()));
            }
        }
    }

    private void dissolve(EvolutionStep.Dissolve gone) {
        seats.dismiss(gone.agentId());
        math.leave(gone.agentId());
        context.log().lifecycle(Lifecycle.EVOLUTION_DISSOLVED, Lifecycle.dissolved(gone), null);
        context.events().announce(new SwarmEvent.EvolutionDissolved(gone.agentId(), gone.reason()));
    }

    private static Agent fitting(Agent agent, Vacancy vacancy) {
        Agent made = Objects.requireNonNull(agent, "the factory hired nobody");
        KnownAgent known = KnownAgent.of(made, "the agent for \"" + vacancy.agentId() + "\"");
        AgentProfile hired = known.profile();
        AgentProfile wanted = vacancy.profile();
        if (!hired.id().equals(wanted.id()) || hired.weight() != wanted.weight()) {
            throw new IllegalArgumentException("the factory hired agent \"" + hired.id() + "\" of weight "
                    + hired.weight() + " for \"" + wanted.id() + "\" of weight " + wanted.weight());
        }
        if (hired.canEmit().isEmpty() || !wanted.canEmit().containsAll(hired.canEmit())) {
            throw new IllegalArgumentException("agent \"" + hired.id() + "\" may say " + hired.canEmit()
                    + " where an empty list is every type, and its place allows " + wanted.canEmit());
        }
        return known;
    }
}
