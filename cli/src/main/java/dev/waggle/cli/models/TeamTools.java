package dev.waggle.cli.models;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

import dev.waggle.signal.tool.ToolRegistry;

/**
 * Tools of the agents of one solve. An agent whose model cannot be held to a schema beside tools gets none on signals:
 * they would cost every turn the form of its reply. Owned by the thread that builds the agents.
 */
final class TeamTools {

    private final ToolRegistry others;
    private final ToolRegistry all;
    private final Predicate<String> takesSchemaBesideTools;
    private final Set<String> without = new LinkedHashSet<>();

    /**
     * @param others the tools of every agent
     * @param all the same with those on signals
     * @param takesSchemaBesideTools true for the name of a model that can be held to a schema beside tools
     */
    TeamTools(ToolRegistry others, ToolRegistry all, Predicate<String> takesSchemaBesideTools) {
        this.others = others;
        this.all = all;
        this.takesSchemaBesideTools = takesSchemaBesideTools;
    }

    /** The same tools for every model. */
    static TeamTools of(ToolRegistry tools) {
        return new TeamTools(tools, tools, _ -> true);
    }

    /** The tools of an agent that may ask each of these models. */
    ToolRegistry of(List<String> models) {
        if (all.definitions().size() == others.definitions().size()) {
            return others;
        }
        List<String> unable = models.stream().filter(takesSchemaBesideTools.negate()).toList();
        without.addAll(unable);
        return unable.isEmpty() ? all : others;
    }

    /** Names of the models for which an agent got no tools on signals. */
    Set<String> without() {
        return without;
    }
}
