package dev.waggle.connect.mcp.client;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Names of the tools of all servers for models. A tool has its own name when it is valid for models, unique among the
 * servers and not taken. Else it is {@code server_tool}, with {@code _} for every invalid character. If that is taken
 * too or too long, its end is a hash of both names. The order of servers and tools plays no part.
 */
final class ToolNameTable {

    private static final int MAX_LENGTH = 64;
    private static final int HASH_DIGITS = 8;
    private static final String VALID = "[A-Za-z0-9_-]{1," + MAX_LENGTH + "}";

    private ToolNameTable() {}

    /**
     * Origin of a tool.
     *
     * @param server the name of its server
     * @param tool the server's name for it
     */
    record Origin(String server, String tool) implements Comparable<Origin> {

        private static final Comparator<
                Origin> ORDER = Comparator.comparing(Origin::server).thenComparing(Origin::tool);

        @Override
        public int compareTo(Origin other) {
            return ORDER.compare(this, other);
        }
    }

    /**
     * Returns a name for each, all different and none of those taken.
     *
     * @param origins all different
     */
    static Map<Origin, String> of(List<Origin> origins, Set<String> taken) {
        Map<String, Long> countByName = origins.stream()
                .collect(Collectors.groupingBy(Origin::tool, Collectors.counting()));
        Map<Origin, String> names = new TreeMap<>();
        Set<String> used = new HashSet<>(taken);
        for (Origin origin : origins) {
            if (Long.valueOf(1).equals(countByName.get(origin.tool())) && origin.tool().matches(VALID)
                    && used.add(origin.tool())) {
                names.put(origin, origin.tool());
            }
        }
        List<Origin> others = origins.stream().filter(origin -> !names.containsKey(origin)).sorted().toList();
        Map<String, Long> prefixed = others.stream()
                .collect(Collectors.groupingBy(ToolNameTable::prefixed, Collectors.counting()));
        for (Origin origin : others) {
            String name = prefixed(origin);
            boolean isItsOwn = name.length() <= MAX_LENGTH && Long.valueOf(1).equals(prefixed.get(name));
            names.put(origin, isItsOwn && used.add(name) ? name : hashed(origin, name, used));
        }
        return names;
    }

    private static String prefixed(Origin origin) {
        return (origin.server() + "_" + origin.tool()).replaceAll("[^A-Za-z0-9_-]", "_");
    }

    private static String hashed(Origin origin, String name, Set<String> used) {
        String start = name.substring(0, Math.min(name.length(), MAX_LENGTH - HASH_DIGITS - 1));
        for (int attempt = 0; attempt <= used.size(); attempt++) {
            String candidate = start + "_" + hash(origin.server() + "\n" + origin.tool() + "\n" + attempt);
            if (used.add(candidate)) {
                return candidate;
            }
        }
        throw new IllegalStateException("no name is left for " + origin);
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, HASH_DIGITS);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }
}
