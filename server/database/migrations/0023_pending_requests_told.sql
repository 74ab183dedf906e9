-- Requests that wait since before there were notifications are among them too, in their order.
INSERT INTO notifications (user_id, kind, actor_id, position)
SELECT followee_id, 'follow_request', follower_id, id FROM follows WHERE status = 'pending';
