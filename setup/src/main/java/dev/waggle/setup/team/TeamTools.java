package dev.waggle.setup.team;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

import dev.waggle.signal.tool.ToolRegistry;

/**
 * Tools of the agents of one solve. An agent whose provider refuses a schema beside tools gets none on signals: they
 * would cost every turn the form of its reply. Owned by the thread that builds the agents.
 */
public final class TeamTools {

    private final ToolRegistry others;
    private final ToolRegistry all;
    private final Predicate<String> keepsSchemaBesideTools;
    private final Set<String> without = new LinkedHashSet<>();

    /**
     * @param others the tools of every agent
     * @param all the same with those on signals
     * @param keepsSchemaBesideTools true for the name of a model that takes tools, and a schema beside them
     */
    public TeamTools(ToolRegistry others, ToolRegistry all, Predicate<String> keepsSchemaBesideTools) {
        this.others = others;
        this.all = all;
        this.keepsSchemaBesideTools = keepsSchemaBesideTools;
    }

    /** The same tools for every model. */
    public static TeamTools of(ToolRegistry tools) {
        return new TeamTools(tools, tools, _ -> true);
    }

    /** The tools of an agent that may ask each of these models. */
    public ToolRegistry of(List<String> models) {
        if (all.definitions().size() == others.definitions().size()) {
            return others;
        }
        List<String> unable = models.stream().filter(keepsSchemaBesideTools.negate()).toList();
        without.addAll(unable);
        return unable.isEmpty() ? all : others;
    }

    /** Names of the models for which an agent got no tools on signals. */
    public Set<String> without() {
        return without;
    }
}
