package dev.waggle.math.geometry;

import java.util.Arrays;

/** Sets of points that are united two by two (Tarjan 1975; path halving). Owned by the call that made it. */
final class DisjointSets {

    private final int[] parent;

    /** Each point in a set of its own. */
    DisjointSets(int size) {
        parent = new int[size];
        Arrays.setAll(parent, point -> point);
    }

    /** The representative of the set of this point. */
    int find(int point) {
        int at = point;
        while (parent[at] != at) {
            parent[at] = parent[parent[at]];
            at = parent[at];
        }
        return at;
    }

    /** Makes their two sets one; whether they were two. */
    boolean unite(int left, int right) {
        int leftRoot = find(left);
        int rightRoot = find(right);
        if (leftRoot == rightRoot) {
            return false;
        }
        parent[Math.max(leftRoot, rightRoot)] = Math.min(leftRoot, rightRoot);
        return true;
    }
}
