import {
  NewNotification,
  Notification,
  NotificationPatch,
  Notifications,
  NotificationTest,
} from "../../contract/notification.ts";
import { gives, operation, type Operations } from "./operation.ts";

export const notificationOperations = {
  listNotifications: operation("service", "List who is told", {
    description: "Of all workspaces, so that no token of one may: who is told by mail, posts and webhooks.",
    answers: { 200: gives(Notifications, "Who is told, without their secrets.") },
    errors: ["API_TOKEN_SCOPE_INSUFFICIENT"],
  }),
  createNotification: operation("service", "Have somebody told", {
    description:
      "Of the same printer and kind no more than one message is sent in ten minutes; what comes meanwhile goes together.",
    body: NewNotification,
    answers: { 201: gives(Notification, "Who is told; of a webhook with its key, shown this once.") },
    errors: ["API_TOKEN_SCOPE_INSUFFICIENT", "CONFLICT", "NOT_FOUND"],
  }),
  updateNotification: operation("service", "Change who is told", {
    body: NotificationPatch,
    answers: { 200: gives(Notification, "As it is now.") },
    errors: ["API_TOKEN_SCOPE_INSUFFICIENT", "NOT_FOUND"],
  }),
  removeNotification: operation("service", "Tell somebody no more", {
    answers: { 200: gives(Notification, "As it was.") },
    errors: ["API_TOKEN_SCOPE_INSUFFICIENT", "NOT_FOUND"],
  }),
  testNotification: operation("service", "Send a test message", {
    description: "Sent once, now, also in quiet hours; the answer tells what became of it.",
    answers: { 200: gives(NotificationTest, "What became of it.") },
    errors: ["API_TOKEN_SCOPE_INSUFFICIENT", "NOT_FOUND"],
  }),
} satisfies Operations;
