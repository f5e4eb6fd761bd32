package dev.waggle.swarm.assist;

import java.util.Optional;

import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.consensus.Proposal;

/**
 * Judge that compares embeddings: the open proposal with the largest cosine is the same from a threshold on. Waggle has
 * no client of embedding models; the caller supplies the function from texts to vectors.
 */
public final class EmbeddingProposalJudge implements ProposalJudge {

    private final TextEmbedder embedder;
    private final double threshold;

    /**
     * Judge with that embedder.
     *
     * @param threshold cosine from which on two texts say the same, above 0 and at most 1
     */
    public EmbeddingProposalJudge(TextEmbedder embedder, double threshold) {
        if (!(threshold > 0 && threshold <= 1)) {
            throw new IllegalArgumentException("threshold must be above 0 and at most 1, got " + threshold);
        }
        this.embedder = embedder;
        this.threshold = threshold;
    }

    /** Function from a text to its vector; all vectors have one length. */
    @FunctionalInterface
    public interface TextEmbedder {
        double[] embed(String text, RunContext context) throws Exception;
    }

    @Override
    public Verdict judge(Question question, RunContext context) throws Exception {
        double[] subject = embedder.embed(question.content(), context);
        Optional<Proposal> nearest = Optional.empty();
        double largest = -1;
        for (Proposal open : question.open()) {
            double cosine = cosine(subject, embedder.embed(open.content(), context));
            if (cosine > largest) {
                largest = cosine;
                nearest = Optional.of(open);
            }
        }
        String evidence = String.format(PlainLocale.NONE, "cosine %.3f, threshold %.3f", largest, threshold);
        return largest >= threshold ? new Verdict(nearest.map(Proposal::id), evidence) : Verdict.none(evidence);
    }

    /** Cosine of two vectors, -1..1, their dot product over the product of their lengths. A zero vector gives 0. */
    static double cosine(double[] one, double[] other) {
        if (one.length != other.length) {
            throw new IllegalArgumentException(
                    "two embeddings must have the same length, got " + one.length + " and " + other.length);
        }
        double product = 0;
        double ofOne = 0;
        double ofOther = 0;
        for (int i = 0; i < one.length; i++) {
            product += one[i] * other[i];
            ofOne += one[i] * one[i];
            ofOther += other[i] * other[i];
        }
        double lengths = Math.sqrt(ofOne) * Math.sqrt(ofOther);
        if (!(lengths >= 0) || Double.isInfinite(lengths) || Double.isNaN(product)) {
            throw new IllegalArgumentException("an embedding must be finite");
        }
        return lengths == 0 ? 0 : Math.clamp(product / lengths, -1, 1);
    }
}
