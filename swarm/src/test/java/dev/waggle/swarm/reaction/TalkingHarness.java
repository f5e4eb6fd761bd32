package dev.waggle.swarm.reaction;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessCapabilities;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.HarnessRun;
import dev.waggle.signal.harness.RequestHash;
import dev.waggle.signal.harness.RunContext;

/** A model that gives scripted answers at once and records its questions. */
public final class TalkingHarness implements Harness {

    private static final HarnessCapabilities EVERYTHING = new HarnessCapabilities(true, true, true, true);

    private final HarnessCapabilities capabilities;
    private final Answering answering;
    private final AtomicInteger asked = new AtomicInteger();
    private final Queue<Asked> questions = new ConcurrentLinkedQueue<>();

    private TalkingHarness(HarnessCapabilities capabilities, Answering answering) {
        this.capabilities = capabilities;
        this.answering = answering;
    }

    /** Question to the model, and its context. */
    record Asked(HarnessInput input, RunContext context) {

        String prompt() {
            return input.messages().getLast().content();
        }

        String hash() {
            return RequestHash.of("test:model", input, context.replySchema());
        }
    }

    /** Answer to the n-th question, counted from 1. */
    @FunctionalInterface
    interface Answering {
        HarnessOutput answer(int number, HarnessInput input) throws HarnessException, InterruptedException;
    }

    /** Model that answers these texts one after another, and then always the last one. */
    static TalkingHarness says(String... texts) {
        return answers((number, input) -> HarnessOutput.of(texts[Math.min(number, texts.length) - 1]));
    }

    /** Model that answers with these signals as a reply. */
    static TalkingHarness signals(String... signals) {
        return says(reply(signals));
    }

    static TalkingHarness answers(Answering answering) {
        return new TalkingHarness(EVERYTHING, answering);
    }

    TalkingHarness with(HarnessCapabilities other) {
        return new TalkingHarness(other, answering);
    }

    /** The signals, with apostrophes for quotes, as the JSON of a reply. */
    public static String reply(String... signals) {
        return "{'signals':[".replace('\'', '"') + String.join(",", signals).replace('\'', '"') + "]}";
    }

    List<Asked> questions() {
        return List.copyOf(questions);
    }

    Asked question(int number) {
        return questions().get(number - 1);
    }

    @Override
    public String type() {
        return "test";
    }

    @Override
    public String displayName() {
        return "a model of the tests";
    }

    @Override
    public String model() {
        return "test:model";
    }

    @Override
    public HarnessCapabilities capabilities() {
        return capabilities;
    }

    @Override
    public HarnessOutput run(HarnessInput input, RunContext context) throws HarnessException, InterruptedException {
        questions.add(new Asked(input, context));
        int number = asked.incrementAndGet();
        return HarnessRun.of(this, input, context, run -> {
            HarnessOutput output = answering.answer(number, input);
            run.text(output.content());
            return output;
        });
    }
}
