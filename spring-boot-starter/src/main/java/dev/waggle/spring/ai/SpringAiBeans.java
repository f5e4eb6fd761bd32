package dev.waggle.spring.ai;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

import dev.waggle.signal.harness.Harness;
import dev.waggle.spring.model.ApplicationModels;
import dev.waggle.spring.model.ModelBeanSource;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.beans.factory.ListableBeanFactory;

/** Beans that are chat models of Spring AI. */
public final class SpringAiBeans implements ModelBeanSource {

    private final ListableBeanFactory beans;

    public SpringAiBeans(ListableBeanFactory beans) {
        this.beans = beans;
    }

    @Override
    public Map<String, Supplier<Harness>> models() {
        Map<String, Supplier<Harness>> models = new LinkedHashMap<>();
        for (String name : beans.getBeanNamesForType(ChatModel.class, true, false)) {
            models.put(name, () -> new SpringAiHarness(ApplicationModels.BEAN + name,
                    beans.getBean(name, ChatModel.class)));
        }
        return models;
    }

    @Override
    public boolean isStreaming(String bean) {
        return beans.isTypeMatch(bean, ChatModel.class);
    }
}
