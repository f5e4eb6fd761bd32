package dev.waggle.testing.provider;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.random.RandomGenerator;

import dev.waggle.signal.harness.RequestHash;
import dev.waggle.signal.json.JsonLine;

/**
 * A stand-in for models that answers in odd forms now and then, as real models do. It takes the reply of another script
 * and, for a share of the requests, changes its form or sends something else. Equal requests have equal answers, so a
 * resumed solve gets the answers of the whole one.
 *
 * <pre>
 *   form     a fence, prose around, thoughts, a wrapper, a trailing comma, single quotes, a lost bracket, a cut
 *   fields   a confidence in words, per cent or eighths, another speaker
 *   nothing  prose only, a refusal, no text, an empty list, the placeholders of the example, a tool that is not there
 * </pre>
 *
 * <p>{@link #SERVER_ERROR} is one more, for models without retries: a request that is sent again fails again.
 */
public final class OddReplies implements Function<FakeRequest, FakeAnswer> {

    /** An error of the server. */
    public static final Oddity SERVER_ERROR = (request, reply, random) -> FakeAnswer
            .refuses(ProviderRefusal.SERVER_ERROR);

    private static final int HASH_DIGITS = 15;
    private static final int RADIX = 16;
    private static final double CUT_FROM = 0.3;
    private static final double CUT_TO = 0.95;

    private final Function<FakeRequest, FakeAnswer.Says> script;
    private final double share;
    private final long seed;
    private final List<Oddity> oddities;

    private OddReplies(Function<FakeRequest, FakeAnswer.Says> script, double share, long seed, List<Oddity> oddities) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("share must be between 0 and 1, got " + share);
        }
        this.script = script;
        this.share = share;
        this.seed = seed;
        this.oddities = List.copyOf(oddities);
    }

    /** An odd form of an answer. */
    @FunctionalInterface
    public interface Oddity {

        /**
         * Returns the odd answer.
         *
         * @param request the request that is answered
         * @param reply the reply as it should be
         * @param random chance of this request
         */
        FakeAnswer apply(FakeRequest request, FakeAnswer.Says reply, RandomGenerator random);
    }

    /**
     * Odd replies of all forms of this class.
     *
     * @param script the replies as they should be, for example {@code ScriptedDeliberators::answer}
     * @param share share of the requests that get an odd reply, 0..1
     * @param seed the same seed gives the same replies
     */
    public static OddReplies of(Function<FakeRequest, FakeAnswer.Says> script, double share, long seed) {
        return new OddReplies(script, share, seed, shipped());
    }

    /** The same with these forms as well. */
    public OddReplies with(List<? extends Oddity> more) {
        List<Oddity> all = new ArrayList<>(oddities);
        all.addAll(more);
        return new OddReplies(script, share, seed, all);
    }

    @Override
    public FakeAnswer apply(FakeRequest request) {
        FakeAnswer.Says reply = script.apply(request);
        RandomGenerator random = random(request);
        return random.nextDouble() < share
                ? oddities.get(random.nextInt(oddities.size())).apply(request, reply, random)
                : reply;
    }

    private RandomGenerator random(FakeRequest request) {
        String hash = RequestHash.of(seed + request.model() + request.allText()).substring(0, HASH_DIGITS);
        return new SplittableRandom(Long.parseLong(hash, RADIX));
    }

    private static List<Oddity> shipped() {
        return List.of(
                text(reply -> "```json\n" + reply + "\n```"),
                text(reply -> "Sure! Here is my contribution:\n\n" + reply + "\n\nLet me know if you need more."),
                text(reply -> "<think>The others are cautious. {\"signals\": [] } would be too little.</think>\n"
                        + reply),
                text(reply -> "<think>I should say " + reply),
                text(reply -> "{\"reply\": " + reply + "}"),
                text(reply -> "{\"name\": \"reply\", \"arguments\": " + JsonLine.quoted(reply) + "}"),
                text(reply -> reply.replace("}]", "},]")),
                text(reply -> reply.replace("'", "’").replace('"', '\'')),
                text(reply -> reply.replaceFirst("[}\\]]+\\s*$", "")),
                text(reply -> reply.replaceAll("\"confidence\":\\s*[0-9.]+", "\"confidence\": \"80%\"")),
                text(reply -> reply.replaceAll("\"confidence\":\\s*[0-9.]+", "\"Confidence\": \"8/10\"")),
                text(reply -> reply.replaceAll("\"confidence\":\\s*[0-9.]+", "\"confidence\": \"high\"")),
                text(reply -> reply.replace("\"type\"", "\"by\": \"somebody else\", \"type\"")),
                text(reply -> "I agree with what was said so far, and I have nothing to add in JSON."),
                text(reply -> "I'm sorry, but I can't help with that."),
                text(reply -> ""),
                text(reply -> "{\"signals\": []}"),
                text(reply -> "{\"signals\": [{\"type\": \"discovery\", \"confidence\": 0.5, \"content\": \"...\"}]}"),
                OddReplies::cut,
                (request, reply, random) -> reply.inPieces().calling(new FakeAnswer.Call("call-1", "web_search",
                        "{\"query\": \"how others decided\"}")));
    }

    private static Oddity text(Function<String, String> change) {
        return (request, reply, random) -> reply.inPieces(change.apply(reply.text()));
    }

    private static FakeAnswer cut(FakeRequest request, FakeAnswer.Says reply, RandomGenerator random) {
        String text = reply.text();
        int length = (int) (text.length() * random.nextDouble(CUT_FROM, CUT_TO));
        return reply.inPieces(text.substring(0, length)).finishing(FakeAnswer.Finish.LENGTH);
    }
}
