package dev.waggle.review.batch;

import java.util.Arrays;
import java.util.List;

/**
 * Index of texts with numbers from 0 in the order of first appearance: a text that occurs a million times is held once.
 * A hash table of numbers beside an array of texts (linear probing, at most half full) takes some 12 bytes a text. A
 * {@code HashMap} to {@code Integer} takes 60, more than many a text itself.
 */
public final class TextIndex {

    /** The number of a text that has not appeared. */
    public static final int UNKNOWN = -1;

    /** A string and its bytes take 56 beside the characters, the table that grows at most 48. */
    private static final int BYTES_BESIDE_TEXT = 104;

    private String[] texts = new String[16];
    private int size;
    private long characters;
    private int[] slots = emptySlots(32);

    /** An index without texts. */
    public TextIndex() {}

    /** The number of the text, a new one for a new text. */
    public int number(String text) {
        int slot = slot(text);
        if (slots[slot] != UNKNOWN) {
            return slots[slot];
        }
        if (size == texts.length) {
            grow();
            slot = slot(text);
        }
        texts[size] = text;
        characters += text.length();
        slots[slot] = size;
        return size++;
    }

    /** The number of a text, or {@link #UNKNOWN}. */
    public int find(String text) {
        return slots[slot(text)];
    }

    /** The text of a number. */
    public String text(int number) {
        return texts[number];
    }

    /** Number of texts. */
    public int size() {
        return size;
    }

    /** Bytes on the heap that the texts need, an estimate from above for texts of one byte a character. */
    public long bytes() {
        return characters + (long) BYTES_BESIDE_TEXT * size;
    }

    /** All texts, by number. */
    public List<String> all() {
        return Arrays.asList(texts).subList(0, size);
    }

    /** Slot of the text, or the empty slot where it belongs. */
    private int slot(String text) {
        int hash = text.hashCode() * 0x9E3779B9;
        int mask = slots.length - 1;
        int slot = (hash ^ (hash >>> 16)) & mask;
        while (slots[slot] != UNKNOWN && !texts[slots[slot]].equals(text)) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void grow() {
        texts = Arrays.copyOf(texts, 2 * size);
        slots = emptySlots(4 * size);
        for (int i = 0; i < size; i++) {
            slots[slot(texts[i])] = i;
        }
    }

    private static int[] emptySlots(int count) {
        int[] slots = new int[count];
        Arrays.fill(slots, UNKNOWN);
        return slots;
    }
}
