package dev.waggle.connect.llm;

import java.util.Map;

import dev.waggle.swarm.harness.ModelRegistry;

/** {@link LiveModels} of an environment as the installed models. */
public final class LiveModelsFactory implements ModelRegistry.Factory {

    public LiveModelsFactory() {}

    @Override
    public LiveModels open(Map<String, String> environment) {
        return LiveModels.of(environment);
    }
}
