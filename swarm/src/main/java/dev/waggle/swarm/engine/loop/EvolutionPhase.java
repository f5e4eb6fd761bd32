package dev.waggle.swarm.engine.loop;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

import dev.waggle.signal.Signal;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.call.CallOutcome.Answered;
import dev.waggle.swarm.agent.call.CallOutcome.Failed;
import dev.waggle.swarm.agent.call.ProfiledAgent;
import dev.waggle.swarm.engine.record.SolveContext;
import dev.waggle.swarm.engine.speech.SolveBus;
import dev.waggle.swarm.engine.turn.AgentRoster;
import dev.waggle.swarm.engine.turn.AgentSeat;
import dev.waggle.swarm.engine.turn.HelperExecutor;
import dev.waggle.swarm.engine.turn.StopGuard;
import dev.waggle.swarm.engine.turn.TimedCall;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.evolution.AgentFactory;
import dev.waggle.swarm.evolution.AgentVacancy;
import dev.waggle.swarm.evolution.EvolutionReport;
import dev.waggle.swarm.evolution.control.EvolutionController;
import dev.waggle.swarm.evolution.control.EvolutionInput;
import dev.waggle.swarm.evolution.control.EvolutionStep;
import dev.waggle.swarm.identity.InfrastructureNames;
import dev.waggle.swarm.lens.analysis.RoundAnalysis;
import dev.waggle.swarm.runlog.LifecycleFacts;
import dev.waggle.swarm.runlog.ProfileJson;

/**
 * Applies the steps of evolution after a round.
 *
 * <pre>
 *   spawn    -> hire -> seat -> tell it the question and what is proposed -> its first turn is in the next round
 *                 fails -> agent:error, and nobody is seated
 *   dissolve -> close the seat: no turn, no mail; what it said and what it cost stay
 * </pre>
 *
 * <p>Owned by the thread of the solve.
 */
public final class EvolutionPhase {

    /** Maximum number of proposals in the briefing of a new agent, newest first: as many as an agent can compare. */
    private static final int MAX_BRIEFED_PROPOSALS = 50;

    private final Optional<AgentFactory> factory;
    private final Optional<EvolutionController> controller;
    private final SolveContext context;
    private final StopGuard guard;
    private final HelperExecutor helpers;
    private final SolveMathematics math;
    private final SolveBus bus;
    private final AgentRoster seats;
    /** Number of log signals that evolution has processed. */
    private int position;

    EvolutionPhase(SolveContext context, StopGuard guard, HelperExecutor helpers, SolveMathematics math, SolveBus bus,
            AgentRoster seats) {
        SwarmConfig config = context.config();
        factory = config.services().assistance().agentFactory();
        controller = config.steering().evolution().enabled()
                ? Optional.of(new EvolutionController(config.steering().evolution(),
                        config.agents().stream().map(agent -> agent.profile().id()).toList()))
                : Optional.empty();
        this.context = context;
        this.guard = guard;
        this.helpers = helpers;
        this.math = math;
        this.bus = bus;
        this.seats = seats;
    }

    /**
     * Rejects a swarm that is to grow and cannot.
     *
     * @throws IllegalArgumentException without an agent factory, or without an advisor that reports gaps
     */
    public static void requireSupported(SwarmConfig config) {
        if (config.steering().evolution().enabled()) {
            if (config.services().assistance().agentFactory().isEmpty()) {
                throw new IllegalArgumentException("evolution is enabled and there is no agent factory"
                        + "\nMaybe SwarmConfig.withAgentFactory(new ModelAgentFactory(harness, config)).");
            }
            if (config.math().lenses().isEmpty()) {
                throw new IllegalArgumentException("evolution is enabled and there is no lens to see what is missing"
                        + "\nMaybe MathConfig.defaults().");
            }
        }
    }

    /** Grows and shrinks the swarm by the findings of the round. */
    void evolve(RoundAnalysis analysis) {
        controller.ifPresent(evolution -> {
            List<Signal> log = bus.summary().log();
            evolution.beginRound();
            log.subList(position, log.size()).forEach(evolution::accept);
            position = log.size();
            for (EvolutionStep step : evolution.evaluateRound(EvolutionInput.of(analysis, math.readings()))) {
                switch (step) {
                    case EvolutionStep.Spawn spawn -> spawn(spawn.vacancy(), evolution);
                    case EvolutionStep.Dissolve dissolve -> dissolve(dissolve);
                }
            }
        });
    }

    /** Report of the agents added and removed; empty without evolution. */
    Optional<EvolutionReport> report() {
        return controller.map(EvolutionController::report);
    }

    private void spawn(AgentVacancy vacancy, EvolutionController evolution) {
        String id = vacancy.agentId();
        if (guard.stopReason().isPresent()) { // No agent joins a solve that has to stop.
            evolution.cancelSpawn(id);
            return;
        }
        AtomicReference<Agent> agentReference = new AtomicReference<>();
        HelperExecutor.HelperJob hiring = _ -> {
            Agent agent = requireFit(factory.orElseThrow().create(vacancy), vacancy);
            agentReference.set(agent);
            return ProfileJson.of(agent.profile());
        };
        HelperExecutor.JobResult done = helpers
                .runAll(InfrastructureNames.ORCHESTRATOR, List.of(hiring.withReader(ProfileJson::read)),
                        guard.helperTimeout())
                .getFirst();
        switch (done.outcome()) {
            case Answered<JsonValue> answered -> {
                AgentProfile profile = ProfileJson.read(answered.answer());
                Agent agent = agentReference.get();
                seatAgent(agent == null || done.isRecorded() ? hireAgain(profile, vacancy) : agent, vacancy);
            }
            case Failed<JsonValue> failed -> {
                evolution.cancelSpawn(id);
                bus.reportFailure(id, "agent." + id + ".hire", failed.message());
            }
        }
    }

    /** Restores an agent added before the interruption; only its name when no agent gets a turn any more. */
    private Agent hireAgain(AgentProfile profile, AgentVacancy vacancy) {
        if (!context.replayContext().isLive()) {
            return Agent.of(profile, _ -> List.of());
        }
        TimedCall<Agent> hiring = TimedCall.start(profile.id(), context.world(),
                () -> requireFit(factory.orElseThrow().create(vacancy), vacancy));
        return switch (guard.await(hiring, guard.helperTimeout())) {
            case Answered<Agent> hired -> hired.answer();
            case Failed<Agent> failed -> Agent.of(profile, turn -> {
                throw new IllegalStateException("it could not be hired again: " + failed.message());
            });
        };
    }

    private void seatAgent(Agent agent, AgentVacancy vacancy) {
        context.events().dispatch(new SwarmEvent.AgentSpawned(vacancy.agentId(), vacancy.domain(), vacancy.reason()));
        context.log().recordLifecycle(LifecycleFacts.EVOLUTION_SPAWNED, LifecycleFacts.spawned(vacancy), null);
        math.join(vacancy.agentId(), vacancy.domain());
        AgentSeat seat = seats.join(agent);
        for (Signal signal : bus.summary().openProposals(MAX_BRIEFED_PROPOSALS)) {
            if (seat.profile().listens().contains(signal.type()) && bus.hearing().reaches(seat.id(), signal)) {
                seat.receive(signal);
                context.events().dispatch(new SwarmEvent.SignalDelivered(signal, seat.id()));
            }
        }
    }

    private void dissolve(EvolutionStep.Dissolve step) {
        seats.dismiss(step.agentId());
        math.leave(step.agentId());
        context.log().recordLifecycle(LifecycleFacts.EVOLUTION_DISSOLVED, LifecycleFacts.dissolved(step), null);
        context.events().dispatch(new SwarmEvent.AgentDissolved(step.agentId(), step.reason()));
    }

    private static Agent requireFit(Agent agent, AgentVacancy vacancy) {
        Agent made = Objects.requireNonNull(agent, "the factory hired nobody");
        ProfiledAgent known = ProfiledAgent.of(made, "the agent for \"" + vacancy.agentId() + "\"");
        AgentProfile hired = known.profile();
        AgentProfile profile = vacancy.profile();
        if (!hired.id().equals(profile.id()) || hired.weight() != profile.weight()) {
            throw new IllegalArgumentException("the factory hired agent \"" + hired.id() + "\" of weight "
                    + hired.weight() + " for \"" + profile.id() + "\" of weight " + profile.weight());
        }
        if (hired.canEmit().isEmpty() || !profile.canEmit().containsAll(hired.canEmit())) {
            throw new IllegalArgumentException("agent \"" + hired.id() + "\" may say " + hired.canEmit()
                    + " where an empty list is every type, and its place allows " + profile.canEmit());
        }
        return known;
    }
}
