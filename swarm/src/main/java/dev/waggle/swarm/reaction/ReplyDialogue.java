package dev.waggle.swarm.reaction;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.agent.ReplyReading;
import dev.waggle.swarm.agent.ReplyReading.Note;
import dev.waggle.swarm.agent.ReplyReading.Outcome;
import dev.waggle.swarm.reaction.prompt.PromptBuilder;
import dev.waggle.swarm.reaction.reply.ModelReply;
import dev.waggle.swarm.reaction.reply.ReplyError;
import dev.waggle.swarm.reaction.reply.ReplyParser;
import dev.waggle.swarm.reaction.reply.ReplyValidator;

/**
 * Reading of a model's answers in one turn, with a repair where nothing can be said.
 *
 * <pre>
 *   ask -> read the text, else its calls -> something to say, or nothing new: done, one call
 *                                        -> nothing: ask again, with the answer itself and the reasons
 * </pre>
 *
 * <p>A call of a tool that cannot be called is lost, with a reason in the log, and costs no turn. The reading of each
 * answer is recorded. Owned by one turn.
 */
final class ReplyDialogue {

    /** Cause of a lost call of a tool in a reading. */
    static final String LOST_CALL = "tool";

    /** Cause of the omitted rest of an answer that had more output than its limit. */
    static final String OVERRUN = "overrun";

    /** At most this many calls of one answer are read as a reply, or named in a reading. */
    private static final int MAX_CALLS = 8;

    private final ModelDialogue dialogue;
    private final ReplyParser parser;
    private final ReplyValidator review;
    private final String model;
    private final Consumer<ReplyReading> readings;
    private final List<String> dropped = new ArrayList<>();

    ReplyDialogue(ModelDialogue dialogue, ReplyParser parser, ReplyValidator review, String model,
            Consumer<ReplyReading> readings) {
        this.dialogue = dialogue;
        this.parser = parser;
        this.review = review;
        this.model = model;
        this.readings = readings;
    }

    /**
     * Asks, and asks again that often while nothing can be said; the result may be a failed reply.
     *
     * @throws ReactionException when a request has no answer
     */
    ModelReply ask(Message prompt, int repairs) throws ReactionException, InterruptedException {
        Message words = prompt;
        for (int left = repairs;; left--) {
            HarnessOutput answer = answer(words);
            ModelReply reply = read(answer, left > 0 ? Outcome.REPAIR : Outcome.REFUSED);
            if (!reply.failed() || left == 0) {
                return reply;
            }
            words = Message.user(PromptBuilder.repair(reply.faults(), dialogue.repairHints(answer)));
        }
    }

    /** Reasons for omitted parts of all answers, in order. */
    List<String> dropped() {
        return List.copyOf(dropped);
    }

    private HarnessOutput answer(Message words) throws ReactionException, InterruptedException {
        try {
            return dialogue.ask(words);
        } catch (HarnessException failed) {
            throw ReactionException.unanswered(model, failed);
        }
    }

    private ModelReply read(HarnessOutput answer, Outcome failure) {
        ModelReply said = review.validate(answer.stopReason() == ModelStopReason.MAX_TOKENS
                ? parser.readCut(answer.content())
                : parser.read(answer.content()));
        List<ToolCall> ours = said.failed() ? repliesAmong(dialogue.unmadeCalls()) : List.of();
        List<String> lost = new ArrayList<>(dialogue.refusals());
        dialogue.unmadeCalls().stream().filter(call -> !ours.contains(call)).limit(MAX_CALLS)
                .forEach(call -> lost.add(dialogue.refusalOf(call)));
        ModelReply reply = ours.isEmpty() ? said : review.validate(parser.read(text(ours)));
        List<Note> drops = new ArrayList<>(lost.stream().map(reason -> new Note(LOST_CALL, reason)).toList());
        if (reply.failed()) {
            reply = withCause(reply, answer, lost);
        } else {
            dropped.addAll(lost);
        }
        if (answer.wasCut()) {
            drops.add(new Note(OVERRUN, dialogue.overrun()));
        }
        reply.faults().forEach(fault -> dropped.add(fault.reason()));
        reply.faults().stream().filter(fault -> !lost.contains(fault.reason()))
                .forEach(fault -> drops.add(Note.of(fault.kind(), fault.reason())));
        Outcome outcome = reply.failed() ? failure : drops.isEmpty() ? Outcome.OK : Outcome.PARTIAL;
        readings.accept(new ReplyReading(model, outcome,
                reply.mends().stream().map(mend -> Note.of(mend.cause(), mend.detail())).toList(), drops));
        return reply;
    }

    /** The reply with the reasons beside its text: lost calls, and a stop before its end. */
    private ModelReply withCause(ModelReply failed, HarnessOutput answer, List<String> lost) {
        boolean isCallOnly = answer.content().isBlank() && !lost.isEmpty();
        ModelReply reply = isCallOnly ? new ModelReply(List.of(), List.of(), failed.mends()) : failed;
        for (String reason : lost) {
            reply = reply.with(new ReplyError(ReplyError.Kind.UNREADABLE, reason));
        }
        return dialogue.stopFault(answer).map(reply::with).orElse(reply);
    }

    /** Calls that are replies in the form of a call; a call of any other tool is none. */
    private List<ToolCall> repliesAmong(List<ToolCall> calls) {
        return calls.stream().limit(MAX_CALLS).filter(call -> !parser.read(text(List.of(call))).failed()).toList();
    }

    /** Calls as the text in which a model without calls writes them. */
    private static String text(List<ToolCall> calls) {
        List<JsonValue> written = calls.stream().map(call -> (JsonValue) new JsonObjectBuilder()
                .with("name", call.name()).withPresent("arguments", call.input()).json()).toList();
        return JsonLine.of(written.size() == 1 ? written.getFirst() : JsonValue.of(written));
    }
}
