package dev.waggle.server.http;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/** Operations by path and method. A fixed segment takes precedence over a parameter. Immutable. */
final class RouteTable {

    /** Segments of the longest path, so that a longer one costs nothing. */
    private static final int MAX_SEGMENTS = 16;

    private final List<Operation> operations;
    private final Node root = new Node();

    RouteTable(List<Operation> operations) {
        this.operations = List.copyOf(operations);
        Set<String> ids = new HashSet<>();
        for (Operation operation : operations) {
            if (!ids.add(operation.id())) {
                throw new IllegalArgumentException("two operations are called " + operation.id());
            }
            root.add(operation);
        }
    }

    /** All operations in their order. */
    List<Operation> operations() {
        return operations;
    }

    /**
     * A matched path.
     *
     * @param operations the operations there, by method
     * @param values the segments that are parameters, by position
     */
    record Match(Map<HttpVerb, Operation> operations, List<String> values) {

        Match {
            operations = Map.copyOf(operations);
            values = List.copyOf(values);
        }

        /** The parameters of the path of an operation. */
        Map<String, String> parameters(Operation operation) {
            Map<String, String> named = new LinkedHashMap<>();
            List<String> names = names(operation.path());
            for (int i = 0; i < names.size(); i++) {
                named.put(names.get(i), values.get(i));
            }
            return named;
        }
    }

    /** The operations of a path, given as decoded segments; {@code null} when there are none. */
    @Nullable Match match(List<String> segments) {
        return segments.size() > MAX_SEGMENTS ? null : root.match(segments, 0, new ArrayList<>());
    }

    private static List<String> names(String path) {
        List<String> names = new ArrayList<>();
        for (String segment : path.substring(1).split("/", -1)) {
            if (isParameter(segment)) {
                names.add(segment.substring(1, segment.length() - 1));
            }
        }
        return names;
    }

    private static boolean isParameter(String segment) {
        return segment.startsWith("{");
    }

    /** A segment of paths. */
    private static final class Node {

        private final Map<String, Node> fixed = new HashMap<>();
        private final Map<HttpVerb, Operation> operations = new EnumMap<>(HttpVerb.class);
        private @Nullable Node parameter;

        private void add(Operation operation) {
            Node node = this;
            for (String segment : operation.path().substring(1).split("/", -1)) {
                if (isParameter(segment)) {
                    if (node.parameter == null) {
                        node.parameter = new Node();
                    }
                    node = node.parameter;
                } else {
                    node = node.fixed.computeIfAbsent(segment, _ -> new Node());
                }
            }
            if (node.operations.putIfAbsent(operation.verb(), operation) != null) {
                throw new IllegalArgumentException("two operations are at " + operation.verb() + ' '
                        + operation.path());
            }
        }

        private @Nullable Match match(List<String> segments, int at, List<String> values) {
            if (at == segments.size()) {
                return operations.isEmpty() ? null : new Match(operations, values);
            }
            Node exact = fixed.get(segments.get(at));
            Match found = exact == null ? null : exact.match(segments, at + 1, values);
            if (found != null || parameter == null || segments.get(at).isEmpty()) {
                return found;
            }
            values.add(segments.get(at));
            found = parameter.match(segments, at + 1, values);
            if (found == null) {
                values.removeLast();
            }
            return found;
        }
    }
}
