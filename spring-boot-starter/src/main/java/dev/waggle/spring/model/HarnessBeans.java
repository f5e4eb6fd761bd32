package dev.waggle.spring.model;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

import dev.waggle.signal.harness.Harness;
import org.springframework.beans.factory.ListableBeanFactory;

/** Beans that are harnesses. */
public final class HarnessBeans implements ModelBeanSource {

    private final ListableBeanFactory beans;

    public HarnessBeans(ListableBeanFactory beans) {
        this.beans = beans;
    }

    @Override
    public Map<String, Supplier<Harness>> models() {
        Map<String, Supplier<Harness>> models = new LinkedHashMap<>();
        for (String name : beans.getBeanNamesForType(Harness.class, true, false)) {
            models.put(name, () -> beans.getBean(name, Harness.class));
        }
        return models;
    }

    @Override
    public boolean isStreaming(String bean) {
        return false;
    }
}
