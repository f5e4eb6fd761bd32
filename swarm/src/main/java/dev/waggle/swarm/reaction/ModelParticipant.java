package dev.waggle.swarm.reaction;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.harness.Deadline;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.history.SignalFilter;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.ClosingBallot;
import dev.waggle.swarm.agent.DeferredTurnException;
import dev.waggle.swarm.agent.JoinContext;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.agent.ParticipantLearner;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.harness.call.AgentTools;
import dev.waggle.swarm.harness.call.ToolCallResult;
import dev.waggle.swarm.harness.call.ToolSession;
import dev.waggle.swarm.reaction.LearningChooser.RewardSample;
import dev.waggle.swarm.reaction.prompt.BeliefModel;
import dev.waggle.swarm.reaction.prompt.ClosingPrompt;
import dev.waggle.swarm.reaction.prompt.PromptBuilder;
import dev.waggle.swarm.reaction.prompt.TurnBrief;
import dev.waggle.swarm.reaction.prompt.TurnView;
import dev.waggle.swarm.reaction.reply.ModelReply;
import dev.waggle.swarm.reaction.reply.ReplyKind;
import dev.waggle.swarm.reaction.reply.ReplyParser;
import dev.waggle.swarm.reaction.reply.ReplySchema;
import dev.waggle.swarm.reaction.reply.ReplyValidator;

/** A {@link ModelAgent} inside one solve. Its turns are sequential, so nothing here is shared. */
final class ModelParticipant implements Participant {

    /** Extension key for the strategy of a signal. */
    static final String STRATEGY = "strategy";

    /** Strategies that need signals of other agents. */
    private static final Set<
            ReactionStrategy> AFTER_OTHERS = EnumSet.of(ReactionStrategy.CHALLENGE, ReactionStrategy.SUPPORT,
                    ReactionStrategy.SYNTHESIZE);

    /** Strategies in a debate: of agents without a proposal in it, and of its authors. */
    private static final Set<
            ReactionStrategy> FOR_OR_AGAINST = EnumSet.of(ReactionStrategy.CHALLENGE, ReactionStrategy.SUPPORT);
    private static final Set<ReactionStrategy> DEFENDING = EnumSet.of(ReactionStrategy.SUPPORT);

    /** The same for all agents, so that their requests begin alike; the parser refuses what an agent may not say. */
    private static final JsonValue.Obj SCHEMA = ReplySchema.of(List.of(ReplyKind.values()));
    /** Kinds of a reply in a closing turn. */
    private static final List<ReplyKind> VOTES = List.of(ReplyKind.VOTE);

    /** Confidence of a tool result. */
    private static final double TOOL_ANSWERED = 0.8;

    /** Confidence of a tool error. */
    private static final double TOOL_FAILED = 0.3;

    private final AgentProfile profile;
    private final ModelLink link;
    private final ModelAgentConfig config;
    private final StrategyChooser chooser;
    private final JoinContext briefing;
    private final ReactionFilter gate;
    private final List<ReplyKind> kinds;
    /** The strategies that lead to something it may emit; all it has when none does. */
    private final Set<ReactionStrategy> within;
    private final AgentTools tools;
    private final BeliefModel beliefs;
    /** Its choices other than to defer; a turn that hangs may still be adding when the solve is over. */
    private final Queue<StrategyChoice> choices = new ConcurrentLinkedQueue<>();
    private int observed;

    ModelParticipant(AgentProfile profile, ModelLink link, ModelAgentConfig config, StrategyChooser chooser,
            JoinContext briefing) {
        this.profile = profile;
        this.link = link;
        this.config = config;
        this.chooser = chooser;
        this.briefing = briefing;
        gate = new ReactionFilter(profile, config.behavior().personality());
        kinds = ReplyKind.of(profile);
        within = ReactionStrategy.within(config.behavior().strategies(), kinds);
        tools = config.toolOptions().of(config.behavior().personality());
        beliefs = new BeliefModel(profile.id());
    }

    /** Makes no model call if the agent may emit no type that a model can produce, or only votes on nothing. */
    @Override
    public List<Draft> react(Turn turn) throws ReactionException, DeferredTurnException, InterruptedException {
        if (turn.closing().isPresent()) {
            return vote(turn, turn.closing().get());
        }
        List<Signal> stimuli = gate.stimuli(turn.mail());
        if (stimuli.isEmpty() || !maySpeak(turn)) {
            return List.of();
        }
        ContextVector vector = ContextVector.of(strongest(stimuli), config.behavior().personality());
        ReactionStrategy strategy = choose(fitting(turn, stimuli), vector);
        if (strategy == ReactionStrategy.DEFER) {
            report(turn, stimuli, strategy, vector, TurnOutcome.SILENT);
            throw new DeferredTurnException("it chose to defer");
        }
        TurnOutcome outcome = think(turn, stimuli, strategy);
        choices.add(new StrategyChoice(strategy, vector));
        report(turn, stimuli, strategy, vector, outcome);
        return outcome.drafts;
    }

    /** False for an agent that has no type to emit, or only votes while nothing is proposed. */
    private boolean maySpeak(Turn turn) {
        return !kinds.isEmpty() && (!kinds.equals(VOTES)
                || !turn.history().select(SignalFilter.ofTypes(SignalType.PROPOSAL)).isEmpty());
    }

    private void report(Turn turn, List<Signal> stimuli, ReactionStrategy strategy, ContextVector vector,
            TurnOutcome outcome) {
        config.listener().accept(new ReactionReport(profile.id(), briefing.run(), turn.round(),
                stimuli.stream().map(Signal::id).toList(), strategy, vector, outcome.calls, outcome.drafts.size(),
                outcome.dropped));
    }

    /** Repeats the draws and the view of the turn; the drafts name the strategy, should the chooser have learned. */
    @Override
    public void replay(Turn turn, List<Draft> drafts) {
        List<Signal> stimuli = gate.stimuli(turn.mail());
        if (stimuli.isEmpty() || !maySpeak(turn) || turn.closing().isPresent()) {
            return;
        }
        ContextVector vector = ContextVector.of(strongest(stimuli), config.behavior().personality());
        ReactionStrategy chosen = choose(fitting(turn, stimuli), vector);
        ReactionStrategy strategy = drafts.stream().map(ModelParticipant::strategyOf).flatMap(Optional::stream)
                .findFirst()
                .orElse(chosen);
        if (strategy != ReactionStrategy.DEFER) {
            var _ = turnView(turn, stimuli);
        }
        if (strategy == ReactionStrategy.DEFER || !drafts.isEmpty()) { // Else it failed, without a report.
            if (strategy != ReactionStrategy.DEFER) {
                choices.add(new StrategyChoice(strategy, vector));
            }
            report(turn, stimuli, strategy, vector, new TurnOutcome(drafts, 0, List.of()));
        }
    }

    /** Repeats the draw of the turn. */
    @Override
    public void replayDeferral(Turn turn) {
        List<Signal> stimuli = gate.stimuli(turn.mail());
        ContextVector vector = ContextVector.of(strongest(stimuli), config.behavior().personality());
        ReactionStrategy _ = choose(fitting(turn, stimuli), vector);
        report(turn, stimuli, ReactionStrategy.DEFER, vector, TurnOutcome.SILENT);
    }

    private static Optional<ReactionStrategy> strategyOf(Draft draft) {
        return draft.extensions().get(STRATEGY) instanceof JsonValue.Str word
                ? Arrays.stream(ReactionStrategy.values()).filter(known -> known.wireName().equals(word.value()))
                        .findFirst()
                : Optional.empty();
    }

    @Override
    public boolean takesClosingTurn() {
        return kinds.contains(ReplyKind.VOTE);
    }

    @Override
    public Optional<ParticipantLearner> learner() {
        return chooser instanceof LearningChooser learning ? Optional.of(new ChooserLearner(learning))
                : Optional.empty();
    }

    /** The most confident of several signals, which sets the context; of equals the first. */
    private static Signal strongest(List<Signal> stimuli) {
        return stimuli.stream().max(Comparator.comparingDouble(Signal::confidence)).orElseThrow();
    }

    private ReactionStrategy choose(Set<ReactionStrategy> fitting, ContextVector vector) {
        ReactionStrategy chosen = chooser.choose(fitting, vector, briefing.random());
        if (!fitting.contains(chosen)) {
            throw new IllegalStateException("the chooser of agent " + profile.id() + " chose " + chosen.wireName()
                    + ", which is not among " + fitting);
        }
        return chosen;
    }

    /**
     * Strategies that fit the turn. A bare question allows only analysis or a proposal, as there is nothing to
     * challenge, support or merge. In a debate authors defend, all other agents attack or defend. The same mail is
     * deferred once, unless the agent can do nothing else.
     */
    private Set<ReactionStrategy> fitting(Turn turn, List<Signal> stimuli) {
        Set<ReactionStrategy> strategies = fittingOccasion(turn, stimuli);
        if (stimuli.stream().noneMatch(signal -> turn.mail().deferred().contains(signal.id()))) {
            return strategies;
        }
        Set<ReactionStrategy> acting = EnumSet.copyOf(strategies);
        acting.remove(ReactionStrategy.DEFER);
        return acting.isEmpty() ? strategies : acting;
    }

    private Set<ReactionStrategy> fittingOccasion(Turn turn, List<Signal> stimuli) {
        Set<ReactionStrategy> strategies = within;
        if (turn.debate().isPresent()) {
            Set<ReactionStrategy> arguing = EnumSet.copyOf(strategies);
            arguing.retainAll(turn.debate().get().ownOf(profile.id()).isEmpty() ? FOR_OR_AGAINST : DEFENDING);
            return arguing.isEmpty() ? strategies : arguing;
        }
        Set<ReactionStrategy> first = EnumSet.copyOf(strategies);
        first.removeAll(AFTER_OTHERS);
        boolean bare = stimuli.stream().allMatch(signal -> signal.type().equals(SignalType.TASK_NEW));
        return bare && !first.isEmpty() ? first : strategies;
    }

    private TurnOutcome think(Turn turn, List<Signal> stimuli, ReactionStrategy strategy)
            throws ReactionException, InterruptedException {
        TurnView view = turnView(turn, stimuli);
        Scope scope = Scope.ofRun(briefing.run(), turn.round());
        String first = stimuli.getFirst().id();
        TurnBrief brief = new TurnBrief(profile, config.behavior().personality().inWords(),
                config.memory().about(briefing.task()), beliefs.lines(view.references()),
                config.request().mode().apply(scope), strategy.wireName());
        Message prompt = PromptBuilder.turn(briefing.task(), view, brief);
        ModelDialogue conversation = new ModelDialogue(link.harness(), config.request(),
                new ToolSession(tools, context(turn, scope, first, SCHEMA)), link.system());
        ReplyDialogue dialogue = dialogue(conversation, profile, view, first, turn);
        ModelReply reply = converse(prompt, dialogue);
        List<Draft> drafts = new ArrayList<>(toolResults(conversation, first));
        drafts.addAll(reply.drafts());
        return new TurnOutcome(marked(drafts, strategy), conversation.calls(), dialogue.dropped());
    }

    /** A closing turn: one question without tools, to which only votes are an answer. */
    private List<Draft> vote(Turn turn, ClosingBallot ballot) throws ReactionException, InterruptedException {
        TurnView view = TurnView.of(profile.id(), turn, ballot.proposals());
        String first = ballot.proposals().getFirst().id();
        RunContext context = context(turn, Scope.ofRun(briefing.run(), turn.round()), first, ReplySchema.of(VOTES));
        ModelDialogue conversation = new ModelDialogue(link.harness(), config.request(),
                new ToolSession(config.toolOptions().none(), context), link.system());
        ReplyDialogue dialogue = dialogue(conversation, profile.withCanEmit(List.of(SignalType.VOTE)), view, first,
                turn);
        ModelReply reply = converse(Message.user(ClosingPrompt.of(briefing.task(), ballot, view.references())),
                dialogue);
        report(turn, ballot.proposals(), ReactionStrategy.SUPPORT,
                ContextVector.of(strongest(ballot.proposals()), config.behavior().personality()),
                new TurnOutcome(reply.drafts(), conversation.calls(), dialogue.dropped()));
        return reply.drafts();
    }

    private ReplyDialogue dialogue(ModelDialogue conversation, AgentProfile speaker, TurnView view, String first,
            Turn turn) {
        return new ReplyDialogue(conversation, new ReplyParser(speaker, view.references(), first),
                new ReplyValidator(view.allBy(profile.id())), link.harness().model(), turn.readings());
    }

    private ModelReply converse(Message prompt, ReplyDialogue dialogue) throws ReactionException, InterruptedException {
        ModelReply reply = dialogue.ask(prompt, config.request().repairs());
        if (reply.failed()) {
            throw ReactionException.useless(profile.id(), link.harness().model(), reply.faults());
        }
        return reply;
    }

    /** Observes all signals since the last turn that reached the model, then this turn. */
    private TurnView turnView(Turn turn, List<Signal> stimuli) {
        TurnView view = TurnView.of(profile.id(), turn, stimuli);
        view.all().stream().skip(observed).forEach(beliefs::observe);
        observed = view.all().size();
        return view;
    }

    private RunContext context(Turn turn, Scope scope, String cause, JsonValue.Obj schema) {
        RunContext context = new RunContext(
                new RunContext.Caller(new Emission(profile.id(), turn.invocation()), scope, cause), briefing.world(),
                Deadline.in(turn.remaining(), briefing.world()), null, briefing.meter(), turn.transcript(),
                turn.answers());
        return link.harness().capabilities().structuredOutput()
                ? context.withReplySchema(schema)
                : context;
    }

    /** Drafts of tool results, if the agent may emit them; otherwise they are only in the transcript of the turn. */
    private List<Draft> toolResults(ModelDialogue conversation, String answered) {
        return profile.mayEmit(SignalType.TOOL_RESULT)
                ? conversation.toolsUsed().stream().map(used -> toolResult(used).inReplyTo(answered)).toList()
                : List.of();
    }

    private Draft toolResult(ToolCallResult used) {
        String error = used.result().error();
        String text = error != null ? error : used.result().result() instanceof JsonValue.Str str ? str.value() : "";
        Payload payload = new Payload.ToolResult(used.call().name(), text, error != null, used.took().toMillis(),
                profile.id());
        return Draft.of(payload, error == null ? TOOL_ANSWERED : TOOL_FAILED);
    }

    private static List<Draft> marked(List<Draft> drafts, ReactionStrategy strategy) {
        return drafts.stream().map(draft -> draft.withExtension(STRATEGY, JsonValue.of(strategy.wireName()))).toList();
    }

    /** Strategy of a turn that did not fail, with its context. */
    private record StrategyChoice(ReactionStrategy arm, ContextVector context) {}

    /** Teaches the chooser the rewards of its choices. */
    private final class ChooserLearner implements ParticipantLearner {

        private final LearningChooser learning;

        ChooserLearner(LearningChooser learning) {
            this.learning = learning;
        }

        @Override
        public JsonValue known() throws Exception {
            return learning.known();
        }

        @Override
        public void begin(JsonValue known) throws Exception {
            learning.begin(known);
        }

        @Override
        public double expectedReward() {
            return learning.expectedReward();
        }

        @Override
        public void learn(double reward) throws Exception {
            learning.learn(
                    choices.stream().map(choice -> new RewardSample(choice.arm, choice.context, reward)).toList());
        }
    }

    /** Outcome of a turn. */
    private record TurnOutcome(List<Draft> drafts, int calls, List<String> dropped) {

        static final TurnOutcome SILENT = new TurnOutcome(List.of(), 0, List.of());
    }

    /**
     * Model behind an agent.
     *
     * @param harness the model
     * @param system its system prompt, the same for all agents
     */
    record ModelLink(Harness harness, String system) {}
}
