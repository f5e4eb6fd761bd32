package dev.waggle.review.batch;

import java.util.Arrays;

import dev.waggle.swarm.identity.CanonicalAnswer;

/** Index of all answers of a file by spelling, and of spellings that are the same answer. */
public final class AnswerIndex {

    private final TextIndex spellings = new TextIndex();
    private final TextIndex meanings = new TextIndex();
    private int[] meaningOf = new int[16];

    /** An index without answers. */
    public AnswerIndex() {}

    /** Two spellings with the same fold are one answer: letter case and blanks around it do not matter. */
    static String fold(String answer) {
        return CanonicalAnswer.fold(answer);
    }

    /** True if two spellings are one answer. */
    static boolean same(String one, String other) {
        return fold(one).equals(fold(other));
    }

    /** The number of that spelling. */
    public int spelling(String answer) {
        int before = spellings.size();
        int number = spellings.number(answer);
        if (number < before) {
            return number;
        }
        if (number == meaningOf.length) {
            meaningOf = Arrays.copyOf(meaningOf, 2 * number);
        }
        String folded = fold(answer);
        meaningOf[number] = meanings.number(folded.equals(answer) ? spellings.text(number) : folded);
        return number;
    }

    /** Bytes on the heap, an estimate. */
    public long bytes() {
        return spellings.bytes() + meanings.bytes();
    }

    /** The number of the answer with that spelling, equal for equal answers. */
    public int meaning(int spelling) {
        return meaningOf[spelling];
    }

    /** The spelling as it stood in the file. */
    public String original(int spelling) {
        return spellings.text(spelling);
    }

    /** Number of different meanings. */
    public int meanings() {
        return meanings.size();
    }

    /** The fold of an answer, which breaks ties between answers. */
    public String folded(int meaning) {
        return meanings.text(meaning);
    }
}
