package dev.waggle.testing.provider.rule;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import dev.waggle.signal.harness.RequestHash;

/**
 * Prompt cache of one server. It knows the beginnings of prompts that ended at a breakpoint, and forgets nothing for
 * its age. A token counts as four characters. Thread-safe.
 *
 * <p>Source: Anthropic, Prompt caching, October 2026: exact beginnings, at most 20 blocks before a breakpoint.
 */
public final class PromptCache {

    /** Number of characters that count as one token. */
    static final int PER_TOKEN = 4;

    /** Maximum number of blocks before a breakpoint at which an earlier beginning is looked for. */
    private static final int LOOKBACK = 20;
    /** Maximum number of beginnings that are kept; the oldest go first. */
    private static final int MAX_KEPT = 10_000;

    private final Set<String> kept = new LinkedHashSet<>();

    /**
     * Block of a prompt.
     *
     * @param text all of it, its role included
     * @param breakpoint true if the prompt up to here is to be cached
     */
    public record PromptBlock(String text, boolean breakpoint) {}

    /**
     * Tokens of a prompt.
     *
     * @param read read from the cache
     * @param written written to it
     * @param rest neither
     */
    public record CacheReading(int read, int written, int rest) {}

    /**
     * Reads a prompt and keeps its beginnings.
     *
     * @param settings everything beside the blocks on which a cached prompt depends, such as the model
     * @param minimum the least number of tokens that is cached
     */
    public synchronized CacheReading read(String settings, List<PromptBlock> blocks, int minimum) {
        List<String> hashes = new ArrayList<>();
        List<Integer> tokens = new ArrayList<>();
        String hash = RequestHash.of(settings);
        long characters = 0;
        for (PromptBlock block : blocks) {
            hash = RequestHash.of(hash + block.text());
            characters += block.text().length();
            hashes.add(hash);
            tokens.add((int) (characters / PER_TOKEN));
        }
        int read = 0;
        int cached = 0;
        for (int i = 0; i < blocks.size(); i++) {
            if (blocks.get(i).breakpoint() && tokens.get(i) >= minimum) {
                for (int from = i; from >= Math.max(0, i - LOOKBACK); from--) {
                    read = kept.contains(hashes.get(from)) ? Math.max(read, tokens.get(from)) : read;
                }
                cached = tokens.get(i);
            }
        }
        for (int i = 0; i < blocks.size(); i++) {
            if (blocks.get(i).breakpoint() && tokens.get(i) >= minimum) {
                keep(hashes.get(i));
            }
        }
        int all = tokens.isEmpty() ? 0 : tokens.getLast();
        return new CacheReading(read, cached - read, all - cached);
    }

    private void keep(String hash) {
        kept.add(hash);
        if (kept.size() > MAX_KEPT) {
            kept.remove(kept.iterator().next());
        }
    }
}
