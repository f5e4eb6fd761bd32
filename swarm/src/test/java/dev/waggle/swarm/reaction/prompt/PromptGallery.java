package dev.waggle.swarm.reaction.prompt;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Severity;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.AgentMail;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.ClosingBallot;
import dev.waggle.swarm.agent.DebateContext;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.equivalence.ProposalMerge;
import dev.waggle.swarm.harness.ModelMode;
import dev.waggle.swarm.reaction.Personality;
import dev.waggle.swarm.reaction.ReactionStrategy;
import dev.waggle.swarm.reaction.SampleLog;

/** Prompts of all kinds of turns, by name. */
final class PromptGallery {

    static final Task TASK = new Task("Shard the database or buy time?", "40 tenants,\none <primary>", null, null);
    static final Task GERMAN = Task.of("Sollen wir die Datenbank jetzt aufteilen oder Zeit kaufen?");
    static final String LONG = "Section 4.2 says that the primary holds all tenants. ".repeat(700);

    private static final List<SignalType> WITHOUT_VOTES = List.of(SignalType.DISCOVERY, SignalType.DOUBT,
            SignalType.CHALLENGE);

    private final Map<String, Rendered> prompts = new LinkedHashMap<>();

    /**
     * A prompt with what its agent may do.
     *
     * @param text the user message
     * @param profile the agent
     * @param votable the names of the proposals that there are
     * @param takesVotes true if a vote is taken in that turn
     */
    record Rendered(String text, AgentProfile profile, List<String> votable, boolean takesVotes) {}

    /** All prompts of turns. */
    static Map<String, Rendered> turns() {
        PromptGallery gallery = new PromptGallery();
        gallery.firstRounds();
        gallery.laterRounds();
        gallery.debates();
        gallery.unusual();
        return gallery.prompts;
    }

    /** The prompt of a closing turn. */
    static String closing() {
        SampleLog log = argued();
        Turn turn = log.turn();
        List<Signal> open = log.all().stream().filter(signal -> signal.payload() instanceof Payload.Proposal).toList();
        return ClosingPrompt.of(TASK, new ClosingBallot(open), TurnView.of("critic", turn, open).references());
    }

    private void firstRounds() {
        for (ReactionStrategy strategy : ReactionStrategy.values()) {
            if (strategy != ReactionStrategy.DEFER) {
                SampleLog log = new SampleLog();
                add("first round, " + strategy.wireName(), TASK, AgentProfile.of("critic").withRole("finds faults"),
                        log,
                        new AgentMail(log.all(), List.of()), strategy, Optional.empty());
            }
        }
        SampleLog log = new SampleLog();
        AgentMail question = new AgentMail(log.all(), List.of());
        add("first round, votes and findings", TASK, voter().withCanEmit(List.of(SignalType.VOTE,
                SignalType.DISCOVERY)), log, question, ReactionStrategy.ANALYZE, Optional.empty());
        add("first round, without votes", TASK, finder(), log, question, ReactionStrategy.ANALYZE, Optional.empty());
        add("first round, German", GERMAN, AgentProfile.of("kritiker").withRole("sucht Fehler"), log, question,
                ReactionStrategy.PROPOSE, Optional.empty());
        add("first round, long document", new Task("Does the contract allow it?", LONG, null, null),
                AgentProfile.of("lawyer"), log, question, ReactionStrategy.ANALYZE, Optional.empty());
    }

    private void laterRounds() {
        for (ReactionStrategy strategy : ReactionStrategy.values()) {
            if (strategy != ReactionStrategy.DEFER) {
                SampleLog log = argued();
                add("later round, " + strategy.wireName(), TASK, AgentProfile.of("critic").withRole("finds faults"),
                        log,
                        new AgentMail(List.of(log.all().getLast()), List.of()), strategy, Optional.empty());
            }
        }
        SampleLog log = argued();
        AgentMail mail = new AgentMail(List.of(log.all().getLast()), List.of());
        add("later round, voter only", TASK, voter(), log, mail, ReactionStrategy.SUPPORT, Optional.empty());
        add("later round, without votes", TASK, finder(), log, mail, ReactionStrategy.CHALLENGE, Optional.empty());
        add("later round, has voted on all", TASK, AgentProfile.of("analyst"), votedOnAll(), mail,
                ReactionStrategy.ANALYZE, Optional.empty());
        add("later round, hears no votes", TASK, AgentProfile.of("auditor").withListens(List.of(SignalType.TASK_NEW,
                SignalType.PROPOSAL)), log, mail, ReactionStrategy.ANALYZE, Optional.empty());
        SampleLog last = argued();
        for (int i = 0; i < 3; i++) {
            last.nextRound();
        }
        add("last round", TASK, AgentProfile.of("critic"), last, mail, ReactionStrategy.ANALYZE, Optional.empty());
    }

    private void debates() {
        SampleLog log = argued();
        List<Signal> rivals = log.all().stream().filter(signal -> signal.payload() instanceof Payload.Proposal)
                .toList();
        Signal asks = log.says("debate-moderator", new Payload.Challenge(rivals.getFirst().id(),
                "What speaks against it?", null), 0.9);
        AgentMail mail = new AgentMail(List.of(asks), List.of());
        for (int round = 1; round <= 2; round++) {
            DebateContext debate = new DebateContext(rivals.getFirst(), rivals.getLast(), round, 3);
            add("debate " + round + ", other", TASK, AgentProfile.of("critic").withRole("finds faults"), log, mail,
                    ReactionStrategy.CHALLENGE, Optional.of(debate));
            add("debate " + round + ", author", TASK, AgentProfile.of("planner"), log, mail,
                    ReactionStrategy.SUPPORT, Optional.of(debate));
            add("debate " + round + ", without votes", TASK, finder(), log, mail, ReactionStrategy.CHALLENGE,
                    Optional.of(debate));
            add("debate " + round + ", voter only", TASK, voter(), log, mail, ReactionStrategy.SUPPORT,
                    Optional.of(debate));
        }
    }

    private void unusual() {
        SampleLog crowded = argued();
        List<Signal> letters = new ArrayList<>();
        for (int i = 0; i < TurnView.MAX_MAIL + 5; i++) {
            letters.add(crowded.signal("ops-" + i, Draft.custom("incident:opened",
                    new Payload.Open("disk " + i + " is full", null, null, null))));
        }
        AgentMail mails = new AgentMail(List.of(), letters.stream().map(letter -> crowded.delivered(letter, false))
                .toList());
        add("many mails", TASK, AgentProfile.of("critic"), crowded, mails, ReactionStrategy.ANALYZE, Optional.empty());
        AgentMail silent = new AgentMail(List.of(crowded.all().getLast()), letters.stream()
                .map(letter -> crowded.delivered(letter, true)).toList());
        add("silent mails", TASK, AgentProfile.of("critic"), crowded, silent, ReactionStrategy.ANALYZE,
                Optional.empty());
        SampleLog merged = argued();
        merged.proposes("skeptic", "same");
        merged.says("orchestrator", Draft.custom(ProposalMerge.MERGED.text(), new ProposalMerge("same", "shard",
                ProposalMerge.MergeReason.RULE, "the texts say the same by the rule").toPayload()));
        add("after a merge", TASK, AgentProfile.of("critic"), merged,
                new AgentMail(List.of(merged.all().getLast()), List.of()), ReactionStrategy.ANALYZE, Optional.empty());
        SampleLog full = argued();
        for (int i = 0; i < 60; i++) {
            full.finds("analyst", "Finding " + i + " is here. " + ("It has the detail " + i + ". ").repeat(60), 0.5);
        }
        add("condensed log", TASK, AgentProfile.of("critic"), full,
                new AgentMail(List.of(full.all().getLast()), List.of()), ReactionStrategy.ANALYZE, Optional.empty());
    }

    private void add(String name, Task task, AgentProfile profile, SampleLog log, AgentMail mail,
            ReactionStrategy strategy, Optional<DebateContext> debate) {
        BeliefModel beliefs = new BeliefModel(profile.id());
        log.all().forEach(beliefs::observe);
        TurnView view = TurnView.of(profile.id(), log.turn(mail, debate), mail.stimuli());
        TurnBrief brief = new TurnBrief(profile, Personality.CRITICAL.inWords(),
                List.of("In 2024 sharding took 9 months"), beliefs.lines(view.references()), ModelMode.FAST,
                strategy.wireName());
        List<String> votable = view.proposals().stream()
                .map(poll -> String.valueOf(view.references().nameOf(poll.proposal().id()))).toList();
        prompts.put(name, new Rendered(PromptBuilder.turn(task, view, brief).content(), profile, votable,
                profile.mayEmit(SignalType.VOTE)));
    }

    static AgentProfile voter() {
        return AgentProfile.of("voter").withRole("judges what others propose").withCanEmit(List.of(SignalType.VOTE));
    }

    static AgentProfile finder() {
        return AgentProfile.of("finder").withRole("finds facts").withCanEmit(WITHOUT_VOTES);
    }

    /** A log with two rivals, findings, votes and objections. */
    private static SampleLog argued() {
        SampleLog log = new SampleLog();
        log.says("analyst", new Payload.Discovery("Writes double every 5 weeks", "dashboard of May", 0.9), 0.8);
        Signal shard = log.proposes("planner", "shard");
        log.nextRound();
        log.votes("analyst", "shard", Stance.AGREE);
        log.votes("skeptic", "shard", Stance.DISAGREE);
        log.says("critic", new Payload.Doubt(shard.id(), "Who moves the data?", Severity.HIGH), 0.6);
        log.says("skeptic", Draft.of(new Payload.Challenge(shard.id(), "One tenant has half of the rows",
                "archive first"), 0.7).inReplyTo(shard.id()));
        log.says("skeptic", new Payload.Proposal("wait", "Buy a larger machine", "It is fast"), 0.5);
        log.nextRound();
        return log;
    }

    private static SampleLog votedOnAll() {
        SampleLog log = argued();
        log.votes("analyst", "wait", Stance.DISAGREE);
        log.votes("planner", "shard", Stance.AGREE);
        log.votes("critic", "shard", Stance.AGREE);
        return log;
    }
}
