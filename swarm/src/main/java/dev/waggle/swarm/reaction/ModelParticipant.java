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
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.JoinContext;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.agent.ParticipantLearner;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.harness.call.AgentTools;
import dev.waggle.swarm.harness.call.ToolCallResult;
import dev.waggle.swarm.harness.call.ToolSession;
import dev.waggle.swarm.reaction.LearningChooser.RewardSample;
import dev.waggle.swarm.reaction.prompt.BeliefModel;
import dev.waggle.swarm.reaction.prompt.PromptBuilder;
import dev.waggle.swarm.reaction.prompt.TurnView;
import dev.waggle.swarm.reaction.reply.ModelReply;
import dev.waggle.swarm.reaction.reply.ReplyError;
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

    /** Makes no model call if the agent may emit no type that a model can produce. */
    @Override
    public List<Draft> react(Turn turn) throws ReactionException, InterruptedException {
        List<Signal> stimuli = gate.stimuli(turn.mail());
        if (stimuli.isEmpty() || kinds.isEmpty()) {
            return List.of();
        }
        ContextVector vector = ContextVector.of(strongest(stimuli), config.behavior().personality());
        ReactionStrategy strategy = choose(fitting(turn, stimuli), vector);
        TurnOutcome outcome = strategy == ReactionStrategy.DEFER ? TurnOutcome.SILENT : think(turn, stimuli, strategy);
        if (strategy != ReactionStrategy.DEFER) {
            choices.add(new StrategyChoice(strategy, vector));
        }
        config.listener().accept(new ReactionReport(profile.id(), briefing.run(), turn.round(),
                stimuli.stream().map(Signal::id).toList(), strategy, vector, outcome.calls, outcome.drafts.size(),
                outcome.dropped.stream().map(ReplyError::reason).toList()));
        return outcome.drafts;
    }

    /** Repeats the draws and the view of the turn; the drafts name the strategy, should the chooser have learned. */
    @Override
    public void replay(Turn turn, List<Draft> drafts) {
        List<Signal> stimuli = gate.stimuli(turn.mail());
        if (stimuli.isEmpty() || kinds.isEmpty()) {
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
            config.listener().accept(new ReactionReport(profile.id(), briefing.run(), turn.round(),
                    stimuli.stream().map(Signal::id).toList(), strategy, vector, 0, drafts.size(), List.of()));
        }
    }

    private static Optional<ReactionStrategy> strategyOf(Draft draft) {
        return draft.extensions().get(STRATEGY) instanceof JsonValue.Str word
                ? Arrays.stream(ReactionStrategy.values()).filter(known -> known.wireName().equals(word.value()))
                        .findFirst()
                : Optional.empty();
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
     * challenge, support or merge. In a debate authors defend, all other agents attack or defend.
     */
    private Set<ReactionStrategy> fitting(Turn turn, List<Signal> stimuli) {
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
        String prompt = PromptBuilder.turn(briefing.task(), view, config.memory().about(briefing.task()),
                beliefs.lines(),
                config.request().mode().apply(scope), strategy.wireName());
        ModelDialogue conversation = new ModelDialogue(link.harness(), config.request(),
                new ToolSession(tools, context(turn, scope, first)), link.system());
        ReplyParser parser = new ReplyParser(profile, view.references(), first);
        ReplyValidator review = new ReplyValidator(view.allBy(profile.id()));
        List<ReplyError> dropped = new ArrayList<>();
        ModelReply reply = ask(prompt, conversation, parser, review, dropped);
        for (int i = 0; i < config.request().repairs() && reply.failed(); i++) {
            reply = ask(PromptBuilder.repair(reply.faults()), conversation, parser, review, dropped);
        }
        if (reply.failed()) {
            throw ReactionException.useless(profile.id(), link.harness().model(), reply.faults());
        }
        List<Draft> drafts = new ArrayList<>(toolResults(conversation, first));
        drafts.addAll(reply.drafts());
        return new TurnOutcome(marked(drafts, strategy), conversation.calls(), dropped);
    }

    private ModelReply ask(String words, ModelDialogue conversation, ReplyParser parser, ReplyValidator review,
            List<ReplyError> dropped)
            throws ReactionException, InterruptedException {
        try {
            HarnessOutput answer = conversation.ask(words);
            ModelReply reply = review.validate(answer.stopReason() == ModelStopReason.MAX_TOKENS
                    ? parser.readCut(answer.content())
                    : parser.read(answer.content()));
            if (reply.failed() && !answer.toolCalls().isEmpty()) {
                reply = reply.with(new ReplyError(ReplyError.Kind.UNREADABLE, "it asks for the tool "
                        + JsonLine.quoted(answer.toolCalls().getFirst().name()) + ", which cannot be called now"));
            }
            if (reply.failed()) {
                reply = conversation.stopFault(answer).map(reply::with).orElse(reply);
            }
            dropped.addAll(reply.faults());
            return reply;
        } catch (HarnessException failed) {
            throw ReactionException.unanswered(link.harness().model(), failed);
        }
    }

    /** Observes all signals since the last turn that reached the model, then this turn. */
    private TurnView turnView(Turn turn, List<Signal> stimuli) {
        TurnView view = TurnView.of(profile.id(), turn, stimuli);
        view.all().stream().skip(observed).forEach(beliefs::observe);
        observed = view.all().size();
        return view;
    }

    private RunContext context(Turn turn, Scope scope, String cause) {
        RunContext context = new RunContext(
                new RunContext.Caller(new Emission(profile.id(), turn.invocation()), scope, cause), briefing.world(),
                Deadline.in(turn.remaining(), briefing.world()), null, briefing.meter(), turn.transcript(),
                turn.answers());
        return link.harness().capabilities().structuredOutput()
                ? context.withReplySchema(ReplySchema.of(kinds))
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
    private record TurnOutcome(List<Draft> drafts, int calls, List<ReplyError> dropped) {

        static final TurnOutcome SILENT = new TurnOutcome(List.of(), 0, List.of());
    }

    /**
     * Model behind an agent.
     *
     * @param harness the model
     * @param system its system prompt, the same in every turn
     */
    record ModelLink(Harness harness, String system) {}
}
